import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { problemKinds } from '@kargo/shared-types/releases/reports';
import { parser } from '@prometheus-io/lezer-promql';
import { connect } from 'api/src/database/connect.ts';
import { createMetrics } from 'api/src/telemetry/metrics.ts';
import { operatorsServer } from 'api/src/telemetry/operators.ts';
import { readObjects } from 'deploy/objects';
import { parse } from 'yaml';
import { gatewayMetrics } from '../../platform/gateway/src/gateway-metrics.ts';
import { objectives } from '../../platform/gateway/src/operators/release-board.ts';

// Prometheus silently accepts expressions with metrics or labels that do not exist.

interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; action: string; runbook: string };
}
interface Recorded {
  record: string;
  expr: string;
  labels?: { slo: string };
}
interface Case {
  alertname: string;
  exp_alerts: unknown[];
}
interface Panel {
  id: number;
  title: string;
  targets: { expr: string; legendFormat: string }[];
}
type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const folder = join(root, 'platform/deploy/monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const rules = ['alerts.yaml', 'slo.yaml'].flatMap(
  (name): (Alert | Recorded)[] => parse(read(name)).groups[0].rules,
);
const alerts = rules.filter((rule) => 'alert' in rule);
const recorded = rules.filter((rule) => 'record' in rule);
const tests = ['alerts.test.yaml', 'slo.test.yaml'].flatMap(
  (name): { alert_rule_test: Case[] }[] => parse(read(name)).tests,
);
const { panels }: { panels: Panel[] } = JSON.parse(read('dashboard.json'));

/** Labels that Prometheus adds to everything, with the values in our scrape configuration. */
const ofTheScrape = { job: ['kargo-gateway', 'kargo-api'], instance: null };
/** Values of labels whose metrics have none yet. */
const valuesOf: Record<string, readonly string[]> = {
  kind: Object.values(problemKinds),
  role: ['current', 'canary'],
  route: [
    ...['/*', '/healthz', '/readyz', reportsPath],
    ...[apiPaths.login(), apiPaths.updateProfile()].map((path) => apiBasePath + path),
  ],
};
/** The breakers of the API. */
const dependencies = [
  ...readFileSync(join(root, 'api/src/services.ts'), 'utf8').matchAll(/breakerOf\('(\w+)'\)/g),
].map(([, name = '']) => name);
/** The labels of each metric, with their values, or null for any. A histogram has `le`. */
type Metrics = Record<string, Record<string, readonly string[] | null>>;

const db = connect('postgres://nobody@127.0.0.1:1/none');
const ofTheApi = createMetrics(db);
operatorsServer(ofTheApi);
const registered: Metrics = {
  ...(await metricsIn(gatewayMetrics())),
  ...(await metricsIn(ofTheApi)),
};
await db.destroy();
const slo = [...new Set(recorded.flatMap(({ labels }) => labels?.slo ?? []))];
const ofRules: Metrics = Object.fromEntries(recorded.map(({ record }) => [record, { slo }]));
const metrics: Metrics = Object.fromEntries(
  Object.entries({ up: {}, ...ofRules, ...registered }).flatMap(([name, labels]) =>
    'le' in labels
      ? ['_bucket', '_sum', '_count'].map((suffix) => [name + suffix, labels])
      : [[name, labels]],
  ),
);

async function metricsIn({ registry }: Parameters<typeof operatorsServer>[0]): Promise<Metrics> {
  const json = new Map((await registry.getMetricsAsJSON()).map((metric) => [metric.name, metric]));
  return Object.fromEntries(
    registry.getMetricsAsArray().map((metric) => {
      assert.ok('labelNames' in metric && Array.isArray(metric.labelNames), metric.name);
      const { type, values = [] } = json.get(metric.name) ?? {};
      const labels = metric.labelNames.map((label) => {
        const taken = values.map((it) => String(it.labels[label]));
        return [label, taken.length > 0 ? taken : (valuesOf[label] ?? null)];
      });
      if (String(type) === 'histogram') labels.push(['le', null]);
      return [metric.name, Object.fromEntries(labels)];
    }),
  );
}

/** Returns the names in an expression that do not exist. */
function problems(expression: string): string[] {
  const text = expression.replaceAll(/\$__\w+/g, '5m');
  const found: string[] = [];
  const textOf = (node: SyntaxNode | null) => text.slice(node?.from ?? 0, node?.to ?? 0);
  const labelsOf = (selector: SyntaxNode): Metrics[string] => {
    const name = textOf(selector.getChild('Identifier'));
    if (!metrics[name]) found.push(`no metric ${name}`);
    return { ...ofTheScrape, ...metrics[name] };
  };
  parser.parse(text).iterate({
    enter({ node, type }) {
      const label = textOf(node.getChild('LabelName'));
      if (type.isError) found.push(`cannot be read at ${text.slice(node.from, node.from + 20)}`);
      if (type.is('VectorSelector')) labelsOf(node);
      if (type.is('UnquotedLabelMatcher')) {
        const labels = labelsOf(around(node, 'VectorSelector'));
        const values = textOf(node.getChild('StringLiteral')).slice(1, -1).split('|');
        if (!(label in labels)) found.push(`no label ${label}`);
        for (const value of values)
          if (labels[label]?.includes(value) === false) found.push(`no ${label} ${value}`);
      }
      if (type.is('GroupingLabels')) {
        const expression = around(node, 'AggregateExpr', 'BinaryExpr');
        const selectors = selectorsIn(expression).map(labelsOf);
        // Both sides of an operator have the labels that match them.
        const isKnown = (name: string) =>
          expression.name === 'BinaryExpr'
            ? selectors.every((labels) => name in labels)
            : selectors.some((labels) => name in labels);
        const unknown = node
          .getChildren('LabelName')
          .map(textOf)
          .filter((it) => !isKnown(it));
        found.push(...unknown.map((name) => `no label ${name}`));
      }
    },
  });
  return [...new Set(found)];
}

function around(node: SyntaxNode, ...names: string[]): SyntaxNode {
  const { parent } = node;
  assert.ok(parent, `no ${names} around it`);
  return names.includes(parent.name) ? parent : around(parent, ...names);
}
function selectorsIn(node: SyntaxNode): SyntaxNode[] {
  const selectors: SyntaxNode[] = [];
  node.cursor().iterate(({ node: inner }) => {
    if (inner.name === 'VectorSelector') selectors.push(inner);
  });
  return selectors;
}

for (const { alert, expr, annotations } of alerts) {
  test(`${alert} uses metrics that exist, is tested both ways, and has a runbook`, () => {
    assert.deepEqual(problems(expr), []);
    const cases = tests.flatMap((it) => it.alert_rule_test).filter((it) => it.alertname === alert);
    assert.ok(cases.some(({ exp_alerts }) => exp_alerts.length > 0));
    assert.ok(cases.some(({ exp_alerts }) => exp_alerts.length === 0));
    assert.ok(annotations.summary && annotations.action);
    assert.equal(dependencies.length, 4);
    for (const dependency of dependencies) {
      const page = annotations.runbook.replace('{{ $labels.dependency }}', dependency);
      assert.match(page, /^docs\/runbooks\/[\w-]+\.md$/);
      assert.ok(existsSync(join(root, page)), page);
    }
  });
}

const isProof = Boolean(process.env.PROOF);
const isMissing = spawnSync('promtool', ['--version']).error !== undefined;
const skip = isMissing && !isProof && 'not installed: promtool';

test('Prometheus reads all metrics, alerts and rules', { skip }, async () => {
  for (const { registry } of [gatewayMetrics(), createMetrics(db)])
    promtool(['check', 'metrics'], await registry.metrics());
  promtool(['check', 'rules', 'alerts.yaml', 'slo.yaml']);
  if (isProof) promtool(['test', 'rules', 'alerts.test.yaml', 'slo.test.yaml']);
});

function promtool(words: string[], input = ''): void {
  const options = { cwd: folder, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('promtool', words, options);
  assert.equal(status, 0, `${stdout}${stderr}`);
}

test('Each recorded rule uses metrics that exist, and each objective has all its rules', () => {
  for (const { record, expr } of recorded) assert.deepEqual(problems(expr), [], record);
  const parts = Map.groupBy(recorded, ({ labels }) => labels?.slo);
  parts.delete(undefined);
  assert.equal(parts.size, 6);
  for (const [name, rules] of parts)
    assert.deepEqual(
      rules.map(({ record }) => record),
      ['slo:error_budget:ratio', 'slo:requests:rate5m', 'slo:missed:rate5m'],
      name,
    );
});

test('The release board compares with the same objectives', () => {
  assert.ok(objectives.length > 0);
  for (const { slo, route, percent, within = '' } of objectives) {
    const text = recorded.flatMap(({ labels, expr }) => (labels?.slo === slo ? [expr] : [])).join();
    const [, budget] = /vector\((.*?)\)/.exec(text) ?? [];
    assert.equal(((100 - percent) / 100).toFixed(4), Number(budget).toFixed(4), slo);
    assert.ok(text.includes(`route="${route}"`), slo);
    assert.ok(!within || RegExp(`le=~?"${within}["|]`).test(text), slo);
  }
});

test('Each panel of the dashboard uses metrics that exist', () => {
  assert.ok(panels.length > 15);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { title, targets } of panels) {
    assert.ok(targets.length > 0, title);
    for (const { expr, legendFormat } of targets) {
      assert.deepEqual(problems(expr), [], title);
      const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const grouped = legend.map((label) => `sum by (${label}) (${expr})`);
      assert.deepEqual(
        grouped.flatMap((it) => problems(it)),
        [],
        `${title}: ${legendFormat}`,
      );
    }
  }
});

test('Metrics, labels and values that do not exist are found', () => {
  for (const [expression, problem] of Object.entries({
    'sum(kargo_mail_waiting)': 'no metric kargo_mail_waiting',
    'rate(http_request_duration_seconds[5m])': 'no metric http_request_duration_seconds',
    'sum by (le) (kargo_cls_count{quantile="0.5"})': 'no label quantile',
    'kargo_logins_total{result="refused"}': 'no label result',
    'rate(kargo_logins_total{outcome=~"accepted|denied"}[5m])': 'no outcome denied',
    'sum by (driver) (kargo_logins_total)': 'no label driver',
    'kargo_breaker_open / on (host) up': 'no label host',
    'up{job="gateway"}': 'no job gateway',
    'kargo_reports_total{kind="gave-up"}': 'no kind gave-up',
    'http_request_duration_seconds_count{route="/api/v1/log-in"}': 'no route /api/v1/log-in',
    'slo:missed:rate5m{slo="page good"}': 'no slo page good',
    'sum(kargo_mails_waiting': 'cannot be read at ',
  }))
    assert.deepEqual(problems(expression), [problem], expression);
});

for (const job of ofTheScrape.job) {
  test(`Prometheus finds the operators' port of ${job}, under the name of the job in the alerts`, () => {
    const [{ relabel_configs }] = parse(read('prometheus.yaml')).scrape_configs;
    const [kept, named] = relabel_configs;
    const name = job.replace(named.replacement.replace('$1', ''), '');
    const [{ metadata, spec } = assert.fail()] = readObjects(read(`../base/${name}.yaml`));
    assert.equal(metadata.name, name);
    const { containers = [] } = spec?.template?.spec ?? {};
    const ports = containers.flatMap(({ ports = [] }) => ports.map((port) => port.name));
    assert.ok(ports.includes(kept.regex));
  });
}

test('The documentation lists each metric of ours', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const own = Object.keys(registered).filter((name) => !/^(nodejs|process)_/.test(name));
  const missing = own.filter((name) => !operations.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

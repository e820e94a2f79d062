import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, production, type Rule } from './kubernetes-files.ts';

test('Policies that open the way out of production open it to no address inside', () => {
  const inside = [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
  ];
  const to = [
    { ipBlock: { cidr: '0.0.0.0/0', except: inside } },
    { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
  ];
  const https = { egress: [{ to, ports: [{ port: 443 }] }] };
  const mail = { egress: [{ to, ports: [{ port: 465 }, { port: 587 }] }] };
  for (const [name, expected] of Object.entries({
    outside: https,
    'publishers-outside': https,
    mail,
  })) {
    const { egress } = find(`NetworkPolicy ${name}`, production).spec ?? {};
    assert.deepEqual({ egress }, expected);
  }
});

test('Only Postgres, which asks the API of Kubernetes, reaches any address, on the ports of that API', () => {
  const anywhere = production.flatMap(({ kind, metadata, spec }) => {
    const { egress = [] } = (kind === 'NetworkPolicy' ? spec : {}) as {
      egress?: { to?: object[]; ports?: { port: number }[] }[];
    };
    const open = egress.filter(({ to }) => !to);
    return open.map(({ ports = [] }) => `${metadata.name}: ${ports.map(({ port }) => port)}`);
  });
  assert.deepEqual(anywhere, ['postgres-instances: 443,6443']);
});

test('The pod that proves to a certificate authority that the host is ours can be reached', () => {
  const { spec } = find('NetworkPolicy certificate', production);
  const labels = { 'acme.cert-manager.io/http01-solver': 'true' };
  assert.deepEqual(spec?.podSelector, { matchLabels: labels });
  const { ingress } = find('NetworkPolicy gateway').spec as { ingress: Rule[] };
  assert.deepEqual(spec?.ingress, [{ from: ingress[0]?.from, ports: [{ port: 8089 }] }]);
});

for (const [pod, callers] of Object.entries({
  api: {
    api: [
      'app.kubernetes.io/name: gateway at 8080',
      'kubernetes.io/metadata.name: monitoring at 3012',
    ],
  },
  postgres: {
    postgres: ['app.kubernetes.io/name: api at 5432', 'app.kubernetes.io/name: migrate at 5432'],
    'postgres-instances': [
      'cnpg.io/cluster: postgres at 5432,8000',
      'kubernetes.io/metadata.name: cnpg-system at 5432,8000',
    ],
  },
})) {
  test(`Only callers that are named here reach ${pod}`, () => {
    assert.deepEqual(find('NetworkPolicy deny-all').spec, {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const policies = production.filter(
      ({ kind, metadata, spec }) =>
        kind === 'NetworkPolicy' &&
        !['deny-all', 'dns'].includes(metadata.name) &&
        spec?.ingress &&
        JSON.stringify(spec.podSelector).includes(`"${pod}"`),
    );
    const allowed = policies.map(({ metadata, spec }) => [
      metadata.name,
      (spec as { ingress: Rule[] }).ingress.flatMap(({ from = [], ports = [] }) =>
        from.map(({ podSelector, namespaceSelector }) => {
          const { matchLabels = {} } = podSelector ?? namespaceSelector ?? {};
          const labels = Object.entries(matchLabels).map((label) => label.join(': '));
          return `${labels} at ${ports.map(({ port }) => port)}`;
        }),
      ),
    ]);
    assert.deepEqual(Object.fromEntries(allowed), callers);
  });
}

test('Only the namespace monitoring reaches the operators’ port of a gateway', () => {
  const { ingress } = find('NetworkPolicy gateway').spec as { ingress: object[] };
  const fromNamespace = (name: string, port: number) => ({
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } }],
    ports: [{ port }],
  });
  assert.deepEqual(ingress, [fromNamespace('ingress', 8080), fromNamespace('monitoring', 3002)]);
});

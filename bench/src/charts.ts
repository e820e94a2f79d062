import { kinds } from 'e2e/support/network';
import { barChart, markColor } from './chart.ts';
import { figuresOf, formFiguresOf, totalBytes } from './figures.ts';
import type { Load } from './load-page.ts';
import type { Results } from './results.ts';
import { inKb } from './targets.ts';
import { variants } from './variants.ts';

const violet = { ours: '#5B37F0', others: '#B7A6FF' };

const ofKind = {
  html: { text: 'HTML', color: '#120B2E' },
  javascript: { text: 'JavaScript', color: '#5B37F0' },
  css: { text: 'CSS', color: '#B83A0B' },
  font: { text: 'fonts', color: '#B7A6FF' },
  image: { text: 'images', color: '#FFC247' },
} as const;

/** A row of a chart of paints. */
interface Painted {
  label: string;
  color: string;
  load: Load;
  lcpSpread: readonly [number, number];
}

/** The charts of a run, as SVG by file name. */
export function chartsOf(results: Results): Record<string, string> {
  const { date, rounds, machine } = results.about;
  const note = `150 ms, 1.6 Mbit/s, processor × 4, empty cache; median of ${rounds}; ${date}, ${machine.split(',')[0]}`;
  const rows = variants.map(({ name, title: label }) => ({
    name,
    label,
    color: name === 'site' ? violet.ours : violet.others,
    ...figuresOf(results, name, 'phone'),
  }));
  const paintChart = (title: string, bars: readonly Painted[]) =>
    barChart({
      title,
      note,
      legend: [
        { color: violet.ours, text: 'largest contentful paint, and its lowest and highest' },
        { color: markColor, text: 'hydrated', isDot: true },
      ],
      bars: bars.map(({ label, color, load, lcpSpread }) => ({
        label,
        text: inSeconds(load.lcp) + (load.hydrated ? `, ${inSeconds(load.hydrated)}` : ''),
        parts: [{ value: load.lcp, color }],
        spread: lcpSpread,
        mark: load.hydrated,
      })),
    });
  return {
    'performance-paint': paintChart(
      'When the landing page is there on a phone',
      rows.map((row) => ({ ...row, load: row.cold })),
    ),
    'performance-profile': paintChart(
      'When a driver’s profile is there on a phone',
      rows.map(({ name, label, color }) => {
        const { profile, lcpSpread } = formFiguresOf(results, name);
        return { label, color, load: profile, lcpSpread };
      }),
    ),
    'performance-bytes': barChart({
      title: 'What a first visit to the landing page downloads',
      note,
      legend: kinds.map((kind) => ofKind[kind]),
      bars: rows.map(({ label, cold }) => ({
        label,
        text: `${inKb(totalBytes(cold))}, ${cold.requests} requests`,
        parts: kinds.map((kind) => ({ value: cold.bytes[kind], color: ofKind[kind].color })),
      })),
    }),
  };
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

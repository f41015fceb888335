import type { RunResult } from '../result.ts'
import { escapeXml } from './junit.ts'

/** Everything of the page in the language of its reader. */
export interface ReportPage {
  readonly language: string
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly tasks: readonly (readonly string[])[]
  readonly comparisons: readonly string[]
  readonly totals: readonly string[]
  readonly runs: readonly ReportRun[]
  readonly words: { readonly transcript: string; readonly comparisons: string }
}

export interface ReportRun {
  readonly result: RunResult
  readonly outcome: string
  readonly why?: string
  readonly amounts: string
  /** Where its transcript lies, beside the page; absent: there is none. */
  readonly transcript?: string
}

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:1100px;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;width:100%}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #8884}
th:first-child,td:first-child{text-align:left}
details{border:1px solid #8884;border-radius:6px;margin:.4rem 0;padding:.3rem .7rem}
summary{cursor:pointer}
pre{overflow:auto;background:#8881;padding:.6rem;border-radius:4px;white-space:pre-wrap}
.passed{color:#1a7f37}.failed{color:#cf222e}.error{color:#9a6700}.skipped{color:#777}
`

/** One page without scripts, with every session: what it answered, changed, and what the checks said. */
export const htmlReport = (page: ReportPage): string =>
  [
    `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeXml(page.title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeXml(page.title)}</h1>`,
    tableOf([page.head, ...page.rows]),
    tableOf(page.tasks),
    ...(page.comparisons.length === 0
      ? []
      : [
          `<h2>${escapeXml(page.words.comparisons)}</h2>`,
          ...page.comparisons.map(text => `<p>${escapeXml(text)}</p>`),
        ]),
    ...page.totals.map(text => `<p>${escapeXml(text)}</p>`),
    ...page.runs.map(run => runView(run, page.words.transcript)),
    '</body></html>\n',
  ].join('\n')

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map(cell => `<th>${escapeXml(cell)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(row => `<tr>${row.map(cell => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`

const runView = ({ result, outcome, why, amounts, transcript }: ReportRun, word: string): string => {
  const link =
    transcript === undefined
      ? ''
      : `<p><a href="${escapeXml(encodeURI(transcript))}">${escapeXml(word)}</a></p>`
  const checks = result.checks
    .map(
      ({ name, passed, output }) =>
        `<p>${passed ? '✓' : '✗'} <code>${escapeXml(name)}</code></p>${output === '' ? '' : preOf(output)}`,
    )
    .join('')
  return [
    `<details id="${escapeXml(result.key)}"><summary><b class="${result.outcome}">${escapeXml(outcome)}</b> ${escapeXml(result.key)} <small>${escapeXml(amounts)}</small>${why === undefined ? '' : `<br>${escapeXml(why)}`}</summary>`,
    link,
    result.answer === '' ? '' : preOf(result.answer),
    checks,
    result.patch === '' ? '' : preOf(result.patch),
    '</details>',
  ].join('\n')
}

const preOf = (text: string): string => `<pre>${escapeXml(text).replaceAll('&#10;', '\n')}</pre>`

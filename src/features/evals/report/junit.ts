import type { RunResult } from '../result.ts'

/** A suite for each variant, a case for each session, as CI systems read them. */
export const junitReport = (id: string, results: readonly RunResult[]): string => {
  const variants = [...new Set(results.map(({ variant }) => variant))]
  const suites = variants.map(variant =>
    suiteOf(
      variant,
      results.filter(run => run.variant === variant),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(id)}"${countsOf(results)}>\n${suites.join('')}</testsuites>\n`
}

const suiteOf = (variant: string, runs: readonly RunResult[]): string =>
  `  <testsuite name="${escapeXml(variant)}"${countsOf(runs)} skipped="${countOf(runs, 'skipped')}">\n${runs.map(caseOf).join('')}  </testsuite>\n`

const countOf = (runs: readonly RunResult[], outcome: RunResult['outcome']): number =>
  runs.filter(run => run.outcome === outcome).length

const countsOf = (runs: readonly RunResult[]): string => {
  const seconds = runs.reduce((sum, { ms }) => sum + ms, 0) / 1000
  return ` tests="${runs.length}" failures="${countOf(runs, 'failed')}" errors="${countOf(runs, 'error')}" time="${seconds.toFixed(3)}"`
}

const caseOf = (run: RunResult): string => {
  const head = `    <testcase classname="${escapeXml(run.variant)}" name="${escapeXml(`${run.task} #${run.repeat}`)}" time="${(run.ms / 1000).toFixed(3)}"`
  const inner = innerOf(run)
  return inner === '' ? `${head}/>\n` : `${head}>\n      ${inner}\n    </testcase>\n`
}

const TAGS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const

const innerOf = ({ outcome, why, checks }: RunResult): string => {
  if (outcome === 'passed') return ''
  const tag = TAGS[outcome]
  const message = why ? `${why.kind}${why.step === undefined ? '' : ` at step ${why.step}`}: ${why.what}` : ''
  const said = checks
    .filter(check => !check.passed)
    .map(({ name, output }) => `${name}\n${output}`)
    .join('\n\n')
  return `<${tag} message="${escapeXml(message)}">${escapeXml(said)}</${tag}>`
}

/** XML has no way to write these, nor halves of a pair. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff\ud800-\udfff]/gu
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
}

export const escapeXml = (text: string): string =>
  text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"'\n]/g, character => NAMES[character] ?? character)

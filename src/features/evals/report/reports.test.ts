import { expect, test } from 'vitest'
import { madeResult } from '../../../../test/support/made-eval.ts'
import { htmlReport } from './html.ts'
import { junitReport } from './junit.ts'

const HOSTILE = '<b>&"\'\u0007\ud800]]>\n--><script>1</script>'
const RESULTS = [
  madeResult('a', 'x', 'passed'),
  {
    ...madeResult('b', 'x', 'failed'),
    why: { kind: 'check', step: 3, what: HOSTILE } as const,
    checks: [{ name: HOSTILE, passed: false, output: HOSTILE }],
  },
  { ...madeResult('a', HOSTILE, 'error'), why: { kind: 'session', what: 'no key' } as const },
  { ...madeResult('b', HOSTILE, 'skipped'), why: { kind: 'not_here', what: 'docker' } as const },
]

/** What the schema that CI systems share (junit-10.xsd) lets each element have. */
const JUNIT: Readonly<
  Record<string, { readonly in: string; readonly has: readonly string[]; readonly needs: readonly string[] }>
> = {
  testsuites: { in: '', has: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'], needs: [] },
  testsuite: {
    in: 'testsuites',
    has: [
      'name',
      'tests',
      'failures',
      'errors',
      'time',
      'disabled',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
    ],
    needs: ['name', 'tests', 'failures', 'errors'],
  },
  testcase: { in: 'testsuite', has: ['name', 'assertions', 'time', 'classname', 'status'], needs: ['name'] },
  failure: { in: 'testcase', has: ['type', 'message'], needs: [] },
  error: { in: 'testcase', has: ['type', 'message'], needs: [] },
  skipped: { in: 'testcase', has: ['type', 'message'], needs: [] },
}

/** Elements with their attributes; throws where it is not XML. */
const elementsOf = (xml: string) => {
  const open: string[] = []
  const found: { name: string; attributes: Record<string, string> }[] = []
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  for (const [piece, close, name = '', words = '', alone] of body.matchAll(
    /<(\/?)(\w+)((?: \w+="[^"<]*")*)(\/?)>|[^<]+|</g,
  )) {
    if (piece === '<') throw new Error(`a sign that should be escaped, behind ${open.join('/')}`)
    if (name === '') {
      if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(piece)) throw new Error(`an entity that is none: ${piece}`)
      continue
    }
    if (close !== '') {
      if (open.pop() !== name) throw new Error(`${name} ends and was not open`)
      continue
    }
    if (JUNIT[name]?.in !== (open.at(-1) ?? '')) throw new Error(`${name} in ${open.at(-1)}`)
    const attributes = Object.fromEntries(
      [...words.matchAll(/ (\w+)="([^"]*)"/g)].map(([, key, value]) => [key ?? '', value ?? '']),
    )
    found.push({ name, attributes })
    if (alone === '') open.push(name)
  }
  if (open.length > 0) throw new Error(`${open.join('/')} is not closed`)
  return found
}

test('a report for CI fits the schema that its readers share, whatever stands in it', () => {
  const xml = junitReport('2026 & <more>', RESULTS)
  expect(xml).not.toMatch(/[\p{Cc}](?<![\n])|[\ud800-\udfff]/u)
  const found = elementsOf(xml)
  for (const { name, attributes } of found) {
    const { has = [], needs = [] } = JUNIT[name] ?? {}
    expect([name, Object.keys(attributes).filter(key => !has.includes(key))]).toEqual([name, []])
    expect([name, needs.filter(key => !(key in attributes))]).toEqual([name, []])
    for (const key of ['tests', 'failures', 'errors', 'skipped'])
      if (key in attributes) expect(attributes[key]).toMatch(/^\d+$/)
    if ('time' in attributes) expect(attributes['time']).toMatch(/^\d+\.\d{3}$/)
  }
  expect(found.map(({ name }) => name)).toEqual([
    ...['testsuites', 'testsuite', 'testcase', 'testcase', 'failure'],
    ...['testsuite', 'testcase', 'error', 'testcase', 'skipped'],
  ])
  expect(found[0]?.attributes).toMatchObject({ tests: '4', failures: '1', errors: '1' })
})

test('the page runs nothing of what it shows', () => {
  const html = htmlReport({
    ...{ language: 'en', title: HOSTILE, head: ['variant'], rows: [[HOSTILE]], tasks: [['task']] },
    ...{ comparisons: [HOSTILE], totals: [], words: { transcript: 'Transcript', comparisons: 'Compared' } },
    runs: RESULTS.map(result => ({
      ...{ result: { ...result, answer: HOSTILE, patch: HOSTILE }, outcome: result.outcome, amounts: '1 s' },
      ...(result.why ? { why: result.why.what } : {}),
      transcript: `t/${result.key.replaceAll('\ud800', '')}.html`,
    })),
  })
  expect(html).not.toMatch(/<script|<b>/)
  expect(html).toContain("default-src 'none'")
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link)
  expect(links).toHaveLength(4)
  for (const link of links) expect(link).toMatch(/^t\/[^<>"\s]+$/)
})

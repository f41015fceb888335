import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { loadWords, type Words } from '../../frontends/tui/text/words.ts'
import { findStart } from '../../host/start.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { describeError, type Text } from '../../protocol/messages/localized-text.ts'
import { uiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { examine } from './examine.ts'

const DOCTOR = {
  name: 'doctor',
  usage: usageOf(
    `Usage: capstan doctor [flags]   check that everything Capstan needs is in place

  --fix     repair what can safely be repaired
  --json    one JSON object per check
  --policy  only what an administrator demands here, and which file says it

Exit code 1 when something is wrong.`,
    `用法：capstan doctor [选项]   检查 Capstan 所需的一切是否就绪

  --fix     修复可以安全修复的问题
  --json    每项检查输出一个 JSON 对象
  --policy  只显示管理员在此处的要求，以及出自哪个文件

有问题时退出码为 1。`,
  ),
  flags: { fix: { type: 'boolean' }, json: { type: 'boolean' }, policy: { type: 'boolean' } },
} as const

/** `capstan doctor` */
export const doctor = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(DOCTOR.usage)
  const given = readOptions(DOCTOR, argv)
  if (given.words.length > 0)
    throw wrongUsage(DOCTOR, argumentText('unexpected', { word: given.words[0] ?? '' }))
  const { env, version } = from
  const place = {
    ...findStart(from),
    overrides: {},
    env,
    version,
    platform: process.platform,
    now: Date.now,
  }
  const look = given.is('policy') ? examineOnlyPolicy : examine
  const found = await look(place)
  const fixed = given.is('fix') ? await fixAll(found) : []
  const checks = fixed.length > 0 ? await look(place) : found
  if (given.is('json')) {
    for (const check of checks) say(jsonText(jsonCheck(check)))
    for (const { done, text } of fixed) say(jsonText({ area: 'fixed', ok: done, ...jsonOf(text) }))
  } else {
    const words = await loadWords(uiLanguage(from.env))
    say(
      [renderChecks(checks, words), ...fixed.map(({ text }) => `  ${escapeText(words.localize(text))}`)].join(
        '\n',
      ),
    )
  }
  return checks.some(({ level }) => level === 'error') ? 1 : 0
}

const examineOnlyPolicy: typeof examine = async options =>
  await (await import('./policy.ts')).examinePolicy(options)

const fixAll = async (
  checks: readonly HealthCheck[],
): Promise<readonly { readonly done: boolean; readonly text: Text }[]> => {
  const fixed: { readonly done: boolean; readonly text: Text }[] = []
  for (const check of checks) {
    if (!check.fix) continue
    try {
      fixed.push({ done: true, text: await check.fix() })
    } catch (error) {
      fixed.push({ done: false, text: describeError(error) })
    }
  }
  return fixed
}

const jsonCheck = ({ area, level, text, advice, fix }: HealthCheck) => ({
  area,
  level,
  ...jsonOf(text),
  ...(advice ? { advice: advice.text } : {}),
  fixable: fix !== undefined,
})

/** In English, with which row of the catalogue it is and what varies in it. */
const jsonOf = (text: Text) =>
  typeof text === 'string'
    ? { text }
    : { text: text.text, text_id: text.id, ...(text.values ? { text_values: text.values } : {}) }

const MARKS: Readonly<Record<HealthCheck['level'], string>> = {
  good: '✓',
  info: '·',
  warning: '!',
  error: '✗',
}

type DoctorWords = Pick<Words, 'localize'> & {
  readonly panels: {
    readonly doctor: Pick<Words['panels']['doctor'], 'areas' | 'allGood' | 'problems' | 'fixes'>
  }
}

/** Area by area, as plain text. */
export const renderChecks = (
  checks: readonly HealthCheck[],
  { localize: inLanguage, panels: { doctor: words } }: DoctorWords,
): string => {
  const localize = (text: Text): string => escapeText(inLanguage(text))
  const areas = [...Map.groupBy(checks, ({ area }) => area)].flatMap(([area, group]) => [
    nameOf(area, words),
    ...group.flatMap(({ level, text, advice, fix }) => [
      `  ${MARKS[level]} ${localize(text).replaceAll('\n', '\n    ')}`,
      ...(advice === undefined ? [] : [`    ${localize(advice)}`]),
      ...(fix ? [`    ${words.fixes}`] : []),
    ]),
    '',
  ])
  const bad = checks.filter(({ level }) => level === 'warning' || level === 'error').length
  return [...areas, bad === 0 ? words.allGood : words.problems(bad)].join('\n')
}

const nameOf = (area: string, { areas }: DoctorWords['panels']['doctor']): string => {
  const known: Readonly<Record<string, string>> = areas
  const name = known[area] ?? area
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

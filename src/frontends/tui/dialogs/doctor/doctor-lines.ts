import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { HealthCheck } from '../../ports/doctor-port.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Tone } from '../../theme/theme.ts'
import { safeText } from '../../transcript/safe-text.ts'
import type { PanelRenderOptions } from '../panel-room.ts'

const MARKS: Readonly<Record<HealthCheck['level'], readonly [Tone, string]>> = {
  good: ['good', '✓'],
  info: ['dim', '·'],
  warning: ['warn', '!'],
  error: ['bad', '✗'],
}

/** Area by area, each check with what to do about it. */
export const doctorLines = (checks: readonly HealthCheck[], look: PanelRenderOptions): readonly Line[] => {
  const { theme, words } = look
  const bad = checks.filter(({ level }) => level === 'warning' || level === 'error')
  const fixable = checks.filter(({ fix }) => fix !== undefined).length
  const told = words.panels.doctor
  return [
    bad.length === 0 ? theme.paint('good', told.allGood) : theme.paint('warn', told.problems(bad.length)),
    ...(fixable > 0 ? [theme.paint('accent', told.fixable(fixable))] : []),
    ...[...Map.groupBy(checks, ({ area }) => area)].flatMap(([area, group]) => [
      '',
      theme.paint('heading', told.areas[area] ?? safeText(area)),
      ...group.flatMap(check => checkLines(check, look)),
    ]),
  ]
}

const checkLines = (check: HealthCheck, { theme, words, width }: PanelRenderOptions): readonly Line[] => {
  const [tone, mark] = MARKS[check.level]
  const told = words.panels.doctor
  const indented = (text: string): readonly Line[] => wrapAnsi(text, width - 2).map(line => `  ${line}`)
  const [first = '', ...rest] = indented(safeText(words.told(check.text)))
  return [
    `${theme.paint(tone, mark)} ${first.slice(2)}`,
    ...rest,
    ...(check.advice === undefined ? [] : indented(theme.paint('dim', safeText(words.told(check.advice))))),
    ...(check.fix ? indented(theme.paint('accent', told.canFix)) : []),
  ]
}

import { THEME_CHOICES } from '../../../protocol/terminal-settings.ts'

/** What a piece of text is; the theme says how that looks. */
export const TONES = [
  'text',
  'strong',
  'dim',
  'faint',
  'accent',
  'good',
  'warn',
  'bad',
  'info',
  'user',
  'userBar',
  'assistant',
  'thinking',
  'tool',
  'path',
  'code',
  'codeBar',
  'link',
  'heading',
  'quote',
  'border',
  'borderActive',
  'selected',
  'match',
  'ghost',
  'chip',
  'badge',
  'modeDefault',
  'modeAcceptEdits',
  'modePlan',
  'modeAuto',
  'modeBypass',
  'shell',
  'memory',
  'added',
  'removed',
  'addedWord',
  'removedWord',
  'lineNumber',
  'risky',
  'misspelled',
  'keyword',
  'string',
  'number',
  'comment',
  'function',
  'type',
  'variable',
  'operator',
  'tag',
  'attribute',
  'spinner',
  'stalled',
] as const
export type Tone = (typeof TONES)[number]

/** As settings name it; `auto` asks the terminal for its background, `custom:` names a file. */
export type ThemeChoice = (typeof THEME_CHOICES)[number] | `custom:${string}`
export type ThemeName = Exclude<(typeof THEME_CHOICES)[number], 'auto'>
export const THEME_NAMES: readonly ThemeName[] = THEME_CHOICES.filter(name => name !== 'auto')

export const isCustomTheme = (choice: string | undefined): choice is `custom:${string}` =>
  choice?.startsWith('custom:') === true

export interface Theme {
  readonly name: ThemeName
  /** False with NO_COLOR: emphasis (bold, dim, underline, inverse) stays. */
  readonly colour: boolean
  /** Changed lines of a diff stand on a coloured ground, which is to reach the end of the row. */
  readonly fillsRows: boolean
  /** The text with what switches its look on and off again; nested calls keep the outer look behind the inner end. */
  paint(tone: Tone, text: string): string
}

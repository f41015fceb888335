import {
  type AgentLineSettings,
  type FileSuggestionSettings,
  type FooterLink,
  NOTIFICATION_CHANNELS,
  type SpinnerTips,
  type SpinnerVerbs,
  type StatusLineSettings,
  THEME_CHOICES,
  VIEW_MODES,
} from '../../../protocol/terminal-settings.ts'
import {
  between,
  type Check,
  checkOf,
  filledText,
  flag,
  listOf,
  mapOf,
  oneOf,
  shapeOf,
  text,
} from '../check.ts'
import type { SettingRow } from './row.ts'

/** More would leave no room for what is shown. */
const MOST_PADDING = 20
const LONGEST_INTERVAL_S = 24 * 3600

const verbList = listOf(filledText)
const verbShape = shapeOf<SpinnerVerbs>({ mode: oneOf(['append', 'replace']), verbs: verbList }, ['verbs'])
/** A list alone stands beside the usual words. */
const spinnerVerbs: Check<readonly string[] | SpinnerVerbs> = checkOf(
  { anyOf: [verbShape.schema, verbList.schema] },
  (value, place) => (Array.isArray(value) ? verbList(value, place) : verbShape(value, place)),
)

const builtInTheme = oneOf(THEME_CHOICES)
const CUSTOM_THEME = /^custom:[\w.:-]{1,200}$/
const themeName: Check<string> = checkOf(
  { anyOf: [builtInTheme.schema, { type: 'string', pattern: CUSTOM_THEME.source }] },
  (value, place) =>
    typeof value === 'string' && CUSTOM_THEME.test(value) ? value : builtInTheme(value, place),
)

/** Two keys that can be typed, by their order. */
const TWO_KEYS = /^[^\p{C}\s]{2}$/u

export const terminalRows = [
  {
    key: 'theme',
    public: true,
    check: themeName,
    doc: 'Color theme: a built-in one, `custom:<name>` of a file, or `custom:<plugin>:<name>`',
    default: 'auto',
    counts: 'now',
    edit: { at: 10, choices: THEME_CHOICES },
  },
  {
    key: 'uiLanguage',
    public: true,
    check: oneOf(['en', 'zh']),
    doc: 'Interface language',
    default: 'en',
    counts: 'now',
    edit: { at: 20 },
  },
  {
    key: 'editorMode',
    check: oneOf(['normal', 'vim']),
    doc: 'Prompt editing: normal or vim',
    default: 'normal',
    counts: 'now',
    edit: { at: 30 },
  },
  {
    key: 'verbose',
    check: flag,
    doc: 'Show full output',
    default: false,
    counts: 'next start',
    edit: { at: 80 },
  },
  {
    key: 'viewMode',
    check: oneOf(VIEW_MODES),
    doc: 'Initial view (as usual, everything, or only the conversation)',
    default: 'default',
    counts: 'next start',
    edit: { at: 82 },
  },
  {
    key: 'showThinkingSummaries',
    check: flag,
    doc: 'Show short summaries of the model’s thinking',
    default: false,
    counts: 'next start',
    edit: { at: 85 },
  },
  {
    key: 'showTurnDuration',
    check: flag,
    doc: 'Show how long each turn took',
    counts: 'now',
    edit: { at: 90 },
  },
  {
    key: 'promptSuggestionEnabled',
    check: flag,
    doc: 'Suggest the next prompt',
    default: false,
    counts: 'next start',
    edit: { at: 100 },
  },
  {
    key: 'spinnerTipsEnabled',
    check: flag,
    doc: 'Show tips while working',
    default: true,
    counts: 'now',
    edit: { at: 110 },
  },
  {
    key: 'spinnerVerbs',
    check: spinnerVerbs,
    doc: 'Your own words for "Thinking": a list, or `verbs` with `mode` `append` or `replace`',
    counts: 'now',
  },
  {
    key: 'companyAnnouncements',
    check: listOf(filledText),
    doc: 'Announcements; one is shown when a session starts, a different one each day',
    counts: 'next start',
  },
  {
    key: 'spinnerTipsOverride',
    check: shapeOf<SpinnerTips>({ tips: listOf(text), excludeDefault: flag }),
    doc: 'Your own tips, added to or replacing the built-in ones',
    counts: 'now',
  },
  {
    key: 'syntaxHighlightingDisabled',
    check: flag,
    doc: 'Turn off syntax highlighting',
    default: false,
    counts: 'now',
    edit: { at: 120 },
  },
  {
    key: 'prefersReducedMotion',
    check: flag,
    doc: 'Reduce motion',
    counts: 'now',
    edit: { at: 130 },
  },
  {
    key: 'buddy',
    check: flag,
    doc: 'Show a small companion above the prompt',
    default: false,
    counts: 'now',
    edit: { at: 135 },
  },
  {
    key: 'axScreenReader',
    check: flag,
    doc: 'Screen reader mode: plain text in reading order',
    counts: 'now',
    edit: { at: 140 },
  },
  {
    key: 'preferredNotifChannel',
    check: oneOf(NOTIFICATION_CHANNELS),
    doc: 'Notifications',
    default: 'auto',
    counts: 'now',
    edit: { at: 150 },
  },
  {
    key: 'terminalProgressBarEnabled',
    check: flag,
    doc: 'Show progress in the tab or taskbar',
    default: true,
    counts: 'now',
    edit: { at: 160 },
  },
  {
    key: 'terminalTitleDisabled',
    check: flag,
    doc: 'Don’t change the terminal title',
    default: false,
    counts: 'now',
    edit: { at: 170 },
  },
  {
    key: 'respectGitignore',
    check: flag,
    doc: 'Hide git-ignored files in @ suggestions',
    default: true,
    counts: 'next start',
    edit: { at: 180 },
  },
  {
    key: 'statusLine',
    check: shapeOf<StatusLineSettings>(
      {
        type: oneOf(['command']),
        command: filledText,
        padding: between(0, MOST_PADDING),
        // Once a second is as often as anybody can read.
        refreshInterval: between(1, LONGEST_INTERVAL_S),
        hideVimModeIndicator: flag,
      },
      ['type', 'command'],
    ),
    doc: 'Command that prints the status line',
    counts: 'next start',
  },
  {
    key: 'subagentStatusLine',
    check: shapeOf<AgentLineSettings>({ type: oneOf(['command']), command: filledText }, ['type', 'command']),
    doc: 'Command that prints the rows of running agents',
    counts: 'next start',
  },
  {
    key: 'footerLinksRegexes',
    check: listOf(
      shapeOf<FooterLink>(
        { type: oneOf(['regex']), pattern: filledText, url: filledText, label: filledText },
        ['pattern', 'url'],
      ),
    ),
    doc: 'Links below the prompt for what a turn names; `{name}` stands for a named group of `pattern`',
    project: 'never',
    counts: 'now',
  },
  {
    key: 'prUrlTemplate',
    check: filledText,
    doc: 'Where links to pull requests lead, with `{host}`, `{owner}`, `{repo}`, `{number}`, `{url}`',
    counts: 'now',
  },
  {
    key: 'vimInsertModeRemaps',
    check: mapOf(oneOf(['<Esc>']), TWO_KEYS),
    doc: 'Two keys that leave insert mode in vim mode, as in `{"jj": "<Esc>"}`',
    project: 'never',
    counts: 'now',
  },
  {
    key: 'awaySummaryEnabled',
    check: flag,
    doc: 'Recap when you come back after five minutes; unset: as `promptSuggestionEnabled`',
    counts: 'now',
  },
  {
    key: 'showClearContextOnPlanAccept',
    check: flag,
    doc: 'Offer to carry out a plan in a new conversation: first, or not at all; unset: among others',
    counts: 'now',
  },
  {
    key: 'fileSuggestion',
    check: shapeOf<FileSuggestionSettings>({ type: oneOf(['command']), command: filledText }, [
      'type',
      'command',
    ]),
    doc: 'Command that provides @ suggestions',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]

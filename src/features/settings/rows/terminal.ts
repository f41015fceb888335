import {
  type AgentLineSettings,
  type FooterLink,
  NOTIFICATION_CHANNELS,
  type SpinnerTips,
  type SpinnerVerbs,
  type StatusLineSettings,
  THEME_CHOICES,
  VIEW_MODES,
} from '../../../protocol/terminal-settings.ts'
import { between, type Check, checkOf, filledText, flag, listOf, oneOf, shapeOf, text } from '../check.ts'
import type { DescribedRow } from './row.ts'

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

export const terminalRows = [
  {
    key: 'terminalTitleFromRename',
    check: flag,
    doc: { en: 'Show the name of the session in the window title', zh: '在窗口标题中显示会话名称' },
    default: true,
    project: 'never',
    counts: 'now',
    edit: { at: 116 },
  },
  {
    key: 'inputNeededNotifEnabled',
    check: flag,
    doc: { en: 'Notify you in the terminal when a question waits for you', zh: '有问题等待回答时在终端通知' },
    default: true,
    project: 'never',
    counts: 'now',
    edit: { at: 117 },
  },
  {
    key: 'permissionExplainerEnabled',
    check: flag,
    doc: { en: 'Explain a call in its permission prompt with Ctrl-E', zh: '在权限提示中用 Ctrl-E 解释调用' },
    default: true,
    project: 'never',
    counts: 'now',
    edit: { at: 118 },
  },
  {
    key: 'externalEditorContext',
    check: flag,
    doc: {
      en: 'Show the last answer above your prompt in the external editor',
      zh: '在外部编辑器中于输入上方显示上一个回答',
    },
    default: false,
    project: 'never',
    counts: 'now',
    edit: { at: 121 },
  },
  {
    key: 'remoteControlAtStartup',
    check: flag,
    doc: {
      en: 'Let your other devices follow every session, as with `--remote-control`',
      zh: '启动时即可从其他设备访问会话，同 `--remote-control`',
    },
    default: false,
    project: 'never',
    counts: 'next start',
    edit: { at: 122 },
  },
  {
    key: 'agentPushNotifEnabled',
    check: flag,
    doc: {
      en: 'Let the model call you on the desktop or through `notifyWebhook`',
      zh: '允许模型在桌面或通过 notifyWebhook 通知你',
    },
    default: true,
    project: 'never',
    counts: 'now',
    edit: { at: 123 },
  },
  {
    key: 'theme',
    public: true,
    check: themeName,
    doc: {
      en: 'Color theme: a built-in one, `custom:<name>` of a file, or `custom:<plugin>:<name>`',
      zh: '终端界面的颜色',
    },
    default: 'auto',
    counts: 'now',
    edit: { at: 10, choices: THEME_CHOICES },
  },
  {
    key: 'uiLanguage',
    public: true,
    check: oneOf(['en', 'zh']),
    doc: { en: 'Interface language', zh: '界面语言' },
    default: 'en',
    counts: 'now',
    edit: { at: 20 },
  },
  {
    key: 'editorMode',
    check: oneOf(['normal', 'vim']),
    doc: { en: 'Prompt editing: normal or vim', zh: '输入框按键：常规或 vim' },
    default: 'normal',
    counts: 'now',
    edit: { at: 30 },
  },
  {
    key: 'verbose',
    check: flag,
    doc: { en: 'Show full output', zh: '一开始就全部展开' },
    default: false,
    counts: 'next start',
    edit: { at: 80 },
  },
  {
    key: 'viewMode',
    check: oneOf(VIEW_MODES),
    doc: {
      en: 'Initial view (as usual, everything, or only the conversation)',
      zh: '初始视图：常规、全部展开或只看对话',
    },
    default: 'default',
    counts: 'next start',
    edit: { at: 82 },
  },
  {
    key: 'showThinkingSummaries',
    check: flag,
    doc: { en: 'Show short summaries of the model’s thinking', zh: '用几行显示模型的思考' },
    default: false,
    counts: 'next start',
    edit: { at: 85 },
  },
  {
    key: 'showTurnDuration',
    check: flag,
    doc: { en: 'Show how long each turn took', zh: '显示每轮用时' },
    counts: 'now',
    edit: { at: 90 },
  },
  {
    key: 'showTimestamps',
    check: flag,
    doc: { en: 'Show when each message was written', zh: '显示每条消息的时间' },
    default: false,
    counts: 'now',
    edit: { at: 92 },
  },
  {
    key: 'wrapText',
    check: oneOf(['words', 'terminal'] as const),
    doc: {
      en: 'Break long lines of conversation text between `words`, or let the `terminal` do it: a paragraph is then one line',
      zh: '对话中的长行在单词之间换行（`words`），还是由终端换行（`terminal`）',
    },
    default: 'words',
    counts: 'now',
    edit: { at: 94 },
  },
  {
    key: 'promptSuggestionEnabled',
    check: flag,
    doc: { en: 'Suggest the next prompt', zh: '建议下一条输入' },
    default: false,
    counts: 'next start',
    edit: { at: 100 },
  },
  {
    key: 'spinnerTipsEnabled',
    check: flag,
    doc: { en: 'Show tips while working', zh: '工作时显示提示' },
    default: true,
    counts: 'now',
    edit: { at: 110 },
  },
  {
    key: 'spinnerVerbs',
    check: spinnerVerbs,
    doc: {
      en: 'Your own words for "Thinking": a list, or `verbs` with `mode` `append` or `replace`',
      zh: '自定义“思考中”的用词',
    },
    counts: 'now',
  },
  {
    key: 'companyAnnouncements',
    check: listOf(filledText),
    doc: {
      en: 'Announcements; one is shown when a session starts, a different one each day',
      zh: '公告：会话开始时显示一条，每天不同',
    },
    counts: 'next start',
  },
  {
    key: 'spinnerTipsOverride',
    check: shapeOf<SpinnerTips>({ tips: listOf(text), excludeDefault: flag }),
    doc: { en: 'Your own tips, added to or replacing the built-in ones', zh: '自定义提示' },
    counts: 'now',
  },
  {
    key: 'syntaxHighlightingDisabled',
    check: flag,
    doc: { en: 'Turn off syntax highlighting', zh: '代码不着色' },
    default: false,
    counts: 'now',
    edit: { at: 120 },
  },
  {
    key: 'prefersReducedMotion',
    check: flag,
    doc: { en: 'Reduce motion', zh: '减少动画' },
    counts: 'now',
    edit: { at: 130 },
  },
  {
    key: 'buddy',
    check: flag,
    doc: { en: 'Show a small companion above the prompt', zh: '在输入框上方显示小伙伴' },
    default: false,
    counts: 'now',
    edit: { at: 135 },
  },
  {
    key: 'axScreenReader',
    check: flag,
    doc: {
      en: 'Screen reader mode: plain text in reading order',
      zh: '按阅读顺序输出纯文本，供屏幕阅读器使用',
    },
    counts: 'now',
    edit: { at: 140 },
  },
  {
    key: 'preferredNotifChannel',
    check: oneOf(NOTIFICATION_CHANNELS),
    doc: { en: 'Notifications', zh: '通知方式' },
    default: 'auto',
    counts: 'now',
    edit: { at: 150 },
  },
  {
    key: 'terminalProgressBarEnabled',
    check: flag,
    doc: { en: 'Show progress in the tab or taskbar', zh: '在标签页或任务栏显示进度' },
    default: true,
    counts: 'now',
    edit: { at: 160 },
  },
  {
    key: 'terminalTitleDisabled',
    check: flag,
    doc: { en: 'Don’t change the terminal title', zh: '不更改终端标题' },
    default: false,
    counts: 'now',
    edit: { at: 170 },
  },
  {
    key: 'respectGitignore',
    check: flag,
    doc: { en: 'Hide git-ignored files in @ suggestions', zh: '@ 中不列出被忽略的文件' },
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
    doc: { en: 'Command that prints the status line', zh: '生成状态栏内容的程序' },
    counts: 'next start',
  },
  {
    key: 'subagentStatusLine',
    check: shapeOf<AgentLineSettings>({ type: oneOf(['command']), command: filledText }, ['type', 'command']),
    doc: { en: 'Command that prints the rows of running agents', zh: '输出运行中智能体各行的命令' },
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
    doc: {
      en: 'Links below the prompt for what a turn names; `{name}` stands for a named group of `pattern`',
      zh: '将一轮中提到的内容显示为输入框下方的链接',
    },
    project: 'never',
    counts: 'now',
  },
  {
    key: 'prUrlTemplate',
    check: filledText,
    doc: {
      en: 'Where links to pull requests lead, with `{host}`, `{owner}`, `{repo}`, `{number}`, `{url}`',
      zh: '拉取请求链接指向的地址',
    },
    counts: 'now',
  },
  {
    key: 'awaySummaryEnabled',
    check: flag,
    doc: {
      en: 'Recap when you come back after five minutes; unset: as `promptSuggestionEnabled`',
      zh: '离开五分钟以上再回来时概括发生了什么',
    },
    counts: 'now',
  },
  {
    key: 'showClearContextOnPlanAccept',
    check: flag,
    doc: {
      en: 'Offer, as the first answer to a plan, to carry it out in a new conversation',
      zh: '批准计划时提供在新对话中执行的选项',
    },
    default: false,
    counts: 'now',
  },
] as const satisfies readonly DescribedRow[]

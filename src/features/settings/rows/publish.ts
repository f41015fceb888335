import type { ValueSchema } from '../check.ts'
import { FOR_EDITORS } from '../elsewhere.ts'
import type { DescribedRow, SettingGroup } from './row.ts'

interface PublishedSchema extends Omit<ValueSchema, 'properties'> {
  description?: string
  default?: unknown
  properties?: Record<string, PublishedSchema>
}

/** The JSON schema of a settings file, for editors. Keys it does not name are allowed: files are shared. */
export const publishSchema = (groups: readonly SettingGroup[]): object => {
  const root: PublishedSchema = {
    properties: {
      [FOR_EDITORS]: { description: 'Location of this schema; only editors use it.', type: 'string' },
    },
  }
  for (const row of groups.flatMap(({ rows }) => rows)) {
    const path = row.key.split('.')
    const last = path.pop() ?? row.key
    let at = root
    for (const name of path) at = propertiesOf(at)[name] ??= { type: 'object' }
    propertiesOf(at)[last] = publishRow(row)
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Capstan settings',
    type: 'object',
    // Words of editors, not of JSON Schema: the files may have both.
    allowComments: true,
    allowTrailingCommas: true,
    ...root,
  }
}

const propertiesOf = (schema: PublishedSchema): Record<string, PublishedSchema> => (schema.properties ??= {})

const publishRow = (row: DescribedRow): PublishedSchema => ({
  description: [row.doc.en, ...(saidByProject(row) === 'yes' ? [] : [`From a folder: ${saidByProject(row)}`])]
    .map(sentence => `${sentence.replaceAll('`', '')}.`)
    .join(' '),
  ...row.check.schema,
  ...(row.default === undefined ? {} : { default: row.default }),
})

type Language = 'en' | 'zh'

interface Words {
  readonly header: string
  readonly now: string
  readonly start: string
  readonly between: string
  readonly managedOnly: string
  readonly no: string
  readonly proposal: string
  readonly untrusted: string
  readonly yes: string
  readonly comma: string
  only(value: string): string
  readonly tighter: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    header: '| key | what it does | default | allowed in a project | takes effect |',
    now: 'immediately',
    start: 'at the next start',
    between: ': ',
    managedOnly: 'no, only in managed settings',
    no: 'no',
    proposal: 'only as a proposal; you are asked',
    untrusted: 'even before trust',
    yes: 'yes',
    comma: ', ',
    only: value => `only ${value}`,
    tighter: 'only to tighten',
  },
  zh: {
    header: '| 键 | 作用 | 默认 | 项目中可设置 | 生效 |',
    now: '立即',
    start: '下次启动',
    between: '：',
    managedOnly: '否，仅限组织策略',
    no: '否',
    proposal: '仅作为建议，会询问你',
    untrusted: '信任之前也可',
    yes: '是',
    comma: '，',
    only: value => `仅限 ${value}`,
    tighter: '仅可收紧',
  },
}

const TITLES_ZH: Readonly<Record<string, string>> = {
  Models: '模型',
  Permissions: '权限',
  Sandbox: '沙箱',
  'Plans and auto mode': '规划与自动模式',
  Hooks: '钩子',
  'MCP servers': 'MCP 服务器',
  Plugins: '插件',
  Variables: '环境变量',
  Context: '上下文',
  Instructions: '说明文件',
  Memory: '记忆',
  Prompt: '提示词',
  Skills: '技能',
  Agents: '智能体',
  Web: '网页',
  Secrets: '密钥',
  Spending: '费用',
  Sessions: '会话',
  Teams: '团队',
  Worktrees: '工作树',
  Telemetry: '遥测',
  Features: '功能',
  Editor: '编辑器',
  Terminal: '终端',
  Policy: '组织策略',
}

/** What a folder may say of single settings: the words of the rows, and the Chinese of each. */
const LIMITS_ZH: Readonly<Record<string, string>> = {
  'except `auto` and `bypassPermissions`': '`auto` 和 `bypassPermissions` 除外',
  'except `price` and `fast`': '`price` 和 `fast` 除外',
  'except endpoint, proxy, loader and credential variables': '地址、代理、加载器和凭据变量除外',
  'except ids, `price` and `fast`': 'id、`price` 和 `fast` 除外',
  'only `true`': '仅限 `true`',
  'only within the folder': '仅限该文件夹内',
  'what it masks is hidden': '要掩盖的会被隐藏',
}

/** The settings as Markdown, a table a group. `chinese`: the pages that are there in Chinese too. */
export const publishTables = (
  groups: readonly SettingGroup[],
  language: Language = 'en',
  chinese: ReadonlySet<string> = new Set(),
): string =>
  groups
    .map(({ title, page, rows }) => {
      const shown = language === 'zh' ? (TITLES_ZH[title] ?? title) : title
      const to = language === 'zh' && page !== undefined && !chinese.has(page) ? `../${page}` : page
      return [
        `### ${to === undefined ? shown : `[${shown}](${to})`}`,
        '',
        WORDS[language].header,
        '|---|---|---|---|---|',
        ...rows.map(row => tableLine(row, language)),
        '',
      ].join('\n')
    })
    .join('\n')

const tableLine = (row: DescribedRow, language: Language): string => {
  const words = WORDS[language]
  const usual = row.default === undefined ? '' : `\`${JSON.stringify(row.default)}\``
  const counts = row.counts === 'now' ? words.now : words.start
  const values = valuesOf(row, words)
  return `| \`${row.key}\` | ${row.doc[language]}${values} | ${usual} | ${saidByProject(row, language)} | ${counts} |`
}

const valuesOf = ({ check, edit }: DescribedRow, { between, comma }: Words): string => {
  const choices = edit?.choices ?? check.schema.enum
  return choices
    ? `${between}${choices.map(choice => `\`${choice}\``).join(comma === '，' ? '、' : comma)}`
    : ''
}

/** What a folder may say, in words. */
const saidByProject = (
  { project, projectLimit, managedOnly, stricter }: DescribedRow,
  language: Language = 'en',
): string => {
  const words = WORDS[language]
  if (managedOnly) return words.managedOnly
  if (project === 'never') return words.no
  if (project === 'proposes') return words.proposal
  const said =
    language === 'zh' && projectLimit !== undefined ? (LIMITS_ZH[projectLimit] ?? projectLimit) : projectLimit
  const limit = said ?? (project === 'tighter' ? tighterWords(stricter, words) : undefined)
  const when = project === 'always' ? words.untrusted : words.yes
  return limit === undefined ? when : `${when}${words.comma}${limit}`
}

const tighterWords = (stricter: DescribedRow['stricter'], { only, tighter }: Words): string =>
  typeof stricter === 'boolean' ? only(`\`${stricter}\``) : tighter

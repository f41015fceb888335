import { check, type Recipe, types, unlisted } from './recipe.ts'

const TOOL_ROWS = 'export const toolRows: Readonly<Record<string, ToolRow>> = {'

const tool = (name: string, left: string): string => `import type * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, flag, plainText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({ path: plainText({ en: 'What to write', zh: '要写入的内容' }).optional(), fails: flag().optional() })

const says = modelTexts('${name}', {
  no_path: { en: 'the {name} tool needs another path', zh: '{name} 工具需要另一个路径' },
})

export const ${name}Tool: Tool<z.infer<typeof input>, string> = {
  name: '${name === 'sample' ? 'Sample' : 'Forgotten'}',
  present,
  description: { en: 'Says that it ran', zh: '说明它运行过' },
  input,
  noAccess: 'it repeats the words it is given',
  access: ({ path }) => (path === undefined ? [] : [{ kind: 'write', path }]),
  parallel: () => true,
  run: withoutProgress(async ({ fails }) => {
    if (fails) throw new ToolError(says('no_path', { name: '${name}' }))
    return 'the sample tool ran'
  }),
  show: text => [{ type: 'text', text }],
}
${left}`

const PRESENT = `import type { Present } from '../../../protocol/messages/presentation.ts'

export const present: Present = (_, output) => ({
  kind: 'other',
  subject: { type: 'text', text: 'the sample subject' },
  ...(output === undefined ? {} : { outcome: 'the sample outcome' }),
})
`

const toolRow = (name: string, folder: string): string =>
  `  ${name}: { load: () => import('./${folder}/${folder}.ts').then(module => module.${folder}Tool), present: () => import('./${folder}/present.ts') },`

const TOOL = 'src/features/tools/sample'
const WITHOUT = 'src/features/tools/forgotten'
const AREA = 'src/protocol/messages/engine/forgotten.ts'
const MODEL = 'src/features/files/forgotten.ts'
const HELP = 'src/protocol/messages/commands/help.ts'

/** Recipes whose result a person or a model reads. */
export const TEXTS_AND_TOOLS: Readonly<Record<string, Recipe>> = {
  'a tool, seen in all front ends': {
    files: { [`${TOOL}/sample.ts`]: tool('sample', ''), [`${TOOL}/present.ts`]: PRESENT },
    lines: [{ in: 'src/features/tools/index.ts', after: TOOL_ROWS, line: toolRow('Sample', 'sample') }],
    forgotten: [
      {
        step: 'its line',
        files: { [`${WITHOUT}/forgotten.ts`]: tool('forgotten', ''), [`${WITHOUT}/present.ts`]: PRESENT },
        red: [unlisted(`${WITHOUT}/forgotten.ts`)],
      },
      {
        step: 'what people are shown of its calls',
        files: {
          [`${WITHOUT}/silent.ts`]: tool('sample', '')
            .replace('  present,\n', '')
            .replace(/import \{ present.*\n/, ''),
        },
        lines: [
          {
            in: 'src/features/tools/index.ts',
            after: TOOL_ROWS,
            line: "  Silent: { load: () => import('./forgotten/silent.ts').then(module => module.sampleTool) },",
          },
        ],
        red: [
          types(`${WITHOUT}/silent.ts`, "Property 'present' is missing"),
          types('src/features/tools/index.ts', "Property 'present' is missing"),
        ],
      },
      {
        step: 'what its calls touch',
        files: {
          [`${WITHOUT}/untouched.ts`]: tool('sample', '').replace(/ {2}access: .*\n/, ''),
          [`${WITHOUT}/unexplained.ts`]: tool('sample', '').replace(/ {2}noAccess: .*\n/, ''),
          [`${WITHOUT}/halfway.ts`]: tool('sample', '').replace(", zh: '说明它运行过'", ''),
        },
        lines: ['untouched', 'unexplained', 'halfway'].map(file => ({
          in: 'src/features/tools/index.ts',
          after: TOOL_ROWS,
          line: `  ${file}: { load: () => import('./forgotten/${file}.ts').then(module => module.sampleTool), present: () => import('./forgotten/present.ts') },`,
        })),
        red: [
          types(`${WITHOUT}/untouched.ts`, "Property 'access' is missing"),
          check(`${WITHOUT}/unexplained.ts`, 'say why in noAccess'),
          types(`${WITHOUT}/halfway.ts`, "Property 'zh' is missing"),
        ],
      },
      {
        step: 'that front ends know no tool by its name',
        files: {
          'src/frontends/plain/forgotten.ts':
            "export const isSample = (name: string): boolean => name === 'Sample'\n",
        },
        lines: [
          {
            in: 'src/frontends/plain/paint.ts',
            after: '',
            line: 'export const samples = isSample',
            import: "import { isSample } from './forgotten.ts'",
          },
        ],
        red: [
          check('src/frontends/plain/forgotten.ts', 'the tool Sample'),
          check('src/frontends/plain/forgotten.ts', 'one user: put it into src/frontends/plain/paint.ts'),
        ],
      },
    ],
  },
  'a sentence for people': {
    lines: [
      {
        in: HELP,
        after: "export const helpAnswer = area('commands-help', {",
        line: "  sample_ran: { en: 'the sample {thing} ran', zh: '示例{thing}已运行' },",
      },
    ],
    forgotten: [
      {
        step: 'its Chinese, a value in one language, the line of a new area',
        files: {
          [AREA]: `import { area } from '../area.ts'

export const withoutChinese = area('forgotten-a', {
  sample_one: { en: 'a sample' },
})
export const withoutValue = area('forgotten-b', {
  sample_two: { en: '{file} is a sample', zh: '示例' },
})
`,
        },
        red: [
          types(AREA, "Property 'zh' is missing"),
          types(AREA, `Type '"{file} is a sample"' is not assignable`),
          types(AREA, "Type 'string' is not assignable to type 'never'"),
          check(AREA, 'chinese.ts does not list'),
          check(AREA, 'nobody says the row sample_one'),
          check(AREA, 'nobody says the row sample_two'),
        ],
      },
      {
        step: 'who says it',
        lines: [
          {
            in: HELP,
            after: "export const helpAnswer = area('commands-help', {",
            line: "  sample_unsaid: { en: 'never', zh: '从不' },",
          },
        ],
        red: [check(HELP, 'nobody says the row sample_unsaid')],
      },
      {
        step: 'a value where it is said, a row that is there',
        files: {
          'src/engine/sample/say.ts': `import { helpAnswer } from '../../protocol/messages/commands/help.ts'
import { withoutChinese, withoutValue } from '../../protocol/messages/engine/forgotten.ts'

export const lacking = helpAnswer('sample_ran')
export const unknown = helpAnswer('sample_gone', { thing: 'x' })
export const areas = [withoutChinese, withoutValue]
`,
        },
        lines: [
          {
            in: 'src/engine/sample/part.ts',
            after: '',
            line: 'export const said = say',
            import: "import * as say from './say.ts'",
          },
        ],
        red: [
          types('src/engine/sample/say.ts', 'Expected 2 arguments, but got 1'),
          types('src/engine/sample/say.ts', '"sample_gone"'),
          check('src/engine/sample/say.ts', 'one user: put it into src/engine/sample/part.ts'),
        ],
      },
    ],
  },
  'a sentence for the model': {
    forgotten: [
      {
        step: 'its Chinese, a value, who says it',
        files: {
          [MODEL]: `import { modelTexts } from '../../protocol/messages/model-texts.ts'

const withoutChinese = modelTexts('forgotten-c', {
  sample_half: { en: 'a sample' },
})
const says = modelTexts('forgotten-d', {
  sample_value: { en: '{file} is a sample', zh: '{file} 是示例' },
  sample_silent: { en: 'a sample', zh: '示例' },
})

export const lacking = [says('sample_value'), withoutChinese]
`,
        },
        red: [
          types(MODEL, "Property 'zh' is missing"),
          types(MODEL, 'Expected 2 arguments, but got 1'),
          check(MODEL, 'nobody says the row sample_half'),
          check(MODEL, 'nobody says the row sample_silent'),
          unlisted(MODEL),
        ],
      },
    ],
  },
  'a label of a front end': {
    lines: [
      {
        in: 'src/frontends/tui/text/en/panels.ts',
        after: "  loading: 'Loading…',",
        line: "  sample: 'Sample',",
      },
      {
        in: 'src/frontends/tui/text/zh/panels.ts',
        after: "  loading: '加载中…',",
        line: "  sample: '示例',",
      },
    ],
    forgotten: [
      {
        step: 'its Chinese',
        lines: [
          {
            in: 'src/frontends/tui/text/en/panels.ts',
            after: "  loading: 'Loading…',",
            line: "  sampleLabel: 'Sample',",
          },
        ],
        red: [types('src/frontends/tui/text/zh/panels.ts', "Property 'sampleLabel' is missing")],
      },
    ],
  },
  'a section of the prompt': {
    lines: [
      {
        in: 'src/features/prompt/content.ts',
        after: '  dateChanged(today: string): string',
        line: '  readonly sample: string',
      },
      {
        in: 'src/features/prompt/locales/en.ts',
        after: '  dateChanged: today => `The date has changed: today is ${today}.`,',
        line: "  sample: 'a sample section',",
      },
      {
        in: 'src/features/prompt/locales/zh.ts',
        after: '  dateChanged: today => `日期已变：今天是 ${today}。`,',
        line: "  sample: '示例一节',",
      },
      {
        in: 'src/engine/prompt/prompt-sections.ts',
        after: '    ...scratchpadSection(settings),',
        line: "    section('sample', () => content.sample),",
      },
    ],
    forgotten: [
      {
        step: 'its Chinese, and the line that sends it',
        lines: [
          {
            in: 'src/features/prompt/content.ts',
            after: '  dateChanged(today: string): string',
            line: '  readonly sampleHalf: string',
          },
          {
            in: 'src/features/prompt/locales/en.ts',
            after: '  dateChanged: today => `The date has changed: today is ${today}.`,',
            line: "  sampleHalf: 'a sample section',",
          },
        ],
        red: [
          types('src/features/prompt/locales/zh.ts', "Property 'sampleHalf' is missing"),
          check('src/features/prompt/content.ts', 'nobody sends sampleHalf'),
        ],
      },
    ],
  },
}

import { check, type Recipe, types, unlisted } from './recipe.ts'

const FLAGS = 'src/cli/args/flags.ts'
const OPTIONS = 'src/cli/args/run-options.ts'
const CHINESE_HELP = 'src/cli/args/help-zh.ts'
const CHINESE_FLAGS = "export const FLAG_HELP_ZH: Readonly<Record<Flag['key'], string>> = {"
const REQUEST = 'src/cli/open-request.ts'
const PRESENTATION = 'src/protocol/messages/presentation.ts'
const PANELS = 'export const PANELS: readonly Panel<unknown>[] = ['

const flag = (key: string): string =>
  `    { kind: 'text', key: '${key}', value: '<text>', help: 'A sample' },`

const command = (name: string): string => `import type { Command } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const ${name}Command: Command = {
  ...described('${name}'),
  group: 'help',
  headless: true,
  run: async () => shown(helpAnswer('sample_ran', { thing: 'command' })),
}
`

const panel = (name: string): string => `import type { ReactNode } from 'react'
import type { PanelProps } from '../ui/panel.ts'

export const ${name}Panel = (_: PanelProps<unknown>): ReactNode => null
`

const source = (name: string): string => `import type { CompletionSource } from '../completion-source.ts'

export const ${name}Source: CompletionSource = {
  name: '${name}',
  find: () => undefined,
  suggest: () => [],
}
`

/** Recipes of what a person or a program meets at the edge. */
export const SURFACES: Readonly<Record<string, Recipe>> = {
  'a slash command': {
    files: { 'src/features/commands/help/sample.ts': command('sample') },
    lines: [
      {
        in: 'src/features/commands/index.ts',
        after: '  exitCommand,',
        line: '  sampleCommand,',
        import: "import { sampleCommand } from './help/sample.ts'",
      },
      {
        in: 'src/protocol/messages/commands/list.ts',
        after: "export const commandListText = area('command-list', {",
        line: "  sample: { en: 'Say that it ran', zh: '说明它运行过' },",
      },
    ],
    forgotten: [
      {
        step: 'its line, and its row for lists',
        files: { 'src/features/commands/help/forgotten.ts': command('forgotten') },
        red: [
          unlisted('src/features/commands/help/forgotten.ts'),
          types('src/features/commands/help/forgotten.ts', '"forgotten"'),
        ],
      },
      {
        step: 'that it acts through its host',
        files: {
          'src/features/commands/help/reaching.ts':
            "import { rm } from 'node:fs/promises'\n\nexport const reachingCommand = { run: () => rm('/w') }\n",
        },
        red: [
          check('src/features/commands/help/reaching.ts', 'reaches beyond its host'),
          unlisted('src/features/commands/help/reaching.ts'),
        ],
      },
    ],
  },
  'a subcommand': {
    files: {
      'src/cli/sample/sample.ts': `import { runSample } from '../../frontends/sample/run-sample.ts'

export const sample = async (): Promise<number> => await runSample()
`,
    },
    lines: [
      {
        in: 'src/cli/args/subcommands.ts',
        after: 'export const SUBCOMMANDS = [',
        line: "  { name: 'sample', help: 'Run the sample' },",
      },
      {
        in: CHINESE_HELP,
        after:
          "export const COMMAND_HELP_ZH: Readonly<Record<(typeof SUBCOMMANDS)[number]['name'], string>> = {",
        line: "  sample: '运行示例',",
      },
      {
        in: 'src/cli/main.ts',
        after: 'const SUBCOMMAND_RUNS: Readonly<Record<SubcommandName, Subcommand>> = {',
        line: "  sample: async () => await (await import('./sample/sample.ts')).sample(),",
      },
    ],
    forgotten: [
      {
        step: 'its line',
        files: {
          'src/cli/forgotten/forgotten.ts': 'export const forgotten = async (): Promise<number> => 0\n',
        },
        lines: [
          {
            in: 'src/cli/args/subcommands.ts',
            after: 'export const SUBCOMMANDS = [',
            line: "  { name: 'forgotten', help: 'Run nothing' },",
          },
        ],
        red: [
          unlisted('src/cli/forgotten/forgotten.ts'),
          types('src/cli/main.ts', "Property 'forgotten' is missing"),
          types(CHINESE_HELP, "Property 'forgotten' is missing"),
        ],
      },
    ],
  },
  'a flag': {
    lines: [
      { in: FLAGS, after: '  Run: [', line: flag('sampleFlag') },
      { in: CHINESE_HELP, after: CHINESE_FLAGS, line: "  sampleFlag: '示例'," },
      { in: OPTIONS, after: 'export interface RunOptions {', line: '  readonly sampleFlag?: string' },
      {
        in: 'src/protocol/host.ts',
        after: 'export interface Overrides {',
        line: '  readonly sampleFlag?: string',
      },
      { in: REQUEST, after: 'const NAMES = [', line: "  'sampleFlag'," },
      {
        in: 'src/host/web/options.ts',
        after:
          '/** Whether there is anybody to search at all; without, the tool is not offered. Small questions are what search. */',
        line: "export const sampleOf = ({ sampleFlag }: Pick<Overrides, 'sampleFlag'>): string | undefined => sampleFlag",
        import: "import type { Overrides } from '../../protocol/host.ts'",
      },
    ],
    forgotten: [
      {
        step: 'who reads it',
        lines: [
          { in: FLAGS, after: '  Run: [', line: flag('sampleUnreadFlag') },
          {
            in: OPTIONS,
            after: 'export interface RunOptions {',
            line: '  readonly sampleUnreadFlag?: string',
          },
          { in: CHINESE_HELP, after: CHINESE_FLAGS, line: "  sampleUnreadFlag: '示例'," },
        ],
        red: [check(FLAGS, 'nobody reads the flag sampleUnreadFlag')],
      },
      {
        step: 'what the host makes of it',
        lines: [
          {
            in: 'src/protocol/host.ts',
            after: 'export interface Overrides {',
            line: '  readonly sampleUnheeded?: string',
          },
        ],
        red: [check('src/protocol/host.ts', 'does not read the override sampleUnheeded')],
      },
      {
        step: 'its field, in the options and in the overrides',
        lines: [
          { in: FLAGS, after: '  Run: [', line: flag('sampleUntyped') },
          { in: REQUEST, after: 'const NAMES = [', line: "  'sampleUntyped'," },
        ],
        red: [types(FLAGS, '"sampleUntyped"'), types(REQUEST, '"sampleUntyped"')],
      },
    ],
  },
  'a dialog': {
    files: { 'src/frontends/tui/dialogs/sample.tsx': panel('Sample') },
    lines: [
      {
        in: 'src/frontends/tui/dialogs/index.ts',
        after: PANELS,
        line: "  panel({ name: 'sample', layout: 'inline', component: SamplePanel }),",
        import: "import { SamplePanel } from './sample.tsx'",
      },
    ],
    forgotten: [
      {
        step: 'its line',
        files: { 'src/frontends/tui/dialogs/forgotten.tsx': panel('Forgotten') },
        red: [unlisted('src/frontends/tui/dialogs/forgotten.tsx')],
      },
    ],
  },
  'a view of calls': {
    files: {
      'src/frontends/tui/transcript/tool-views/sample-view.ts': `import type { SampleBody } from '../../../../protocol/messages/presentation.ts'
import type { BodyView } from './tool-view.ts'

export const sampleView: BodyView<SampleBody> = { result: ({ body: { text } }) => [text] }
`,
    },
    lines: [
      {
        in: PRESENTATION,
        after: '/** The result is what a file holds. */',
        line: "export interface SampleBody { readonly type: 'sample'; readonly text: string }",
      },
      { in: PRESENTATION, after: '  | ContentBody', line: '  | SampleBody' },
      {
        in: 'src/frontends/tui/transcript/tool-views/index.ts',
        after: '  agent: agentView,',
        line: '  sample: sampleView,',
        import: "import { sampleView } from './sample-view.ts'",
      },
    ],
    forgotten: [
      {
        step: 'its line',
        files: {
          'src/frontends/tui/transcript/tool-views/forgotten-view.ts': 'export const forgottenView = {}\n',
        },
        lines: [{ in: PRESENTATION, after: '  | ContentBody', line: "  | { readonly type: 'forgotten' }" }],
        red: [
          types('src/frontends/tui/transcript/tool-views/index.ts', "Property 'forgotten' is missing"),
          unlisted('src/frontends/tui/transcript/tool-views/forgotten-view.ts'),
        ],
      },
    ],
  },
  'a source of completion': {
    files: { 'src/frontends/tui/input/completion/sample-source.ts': source('sample') },
    lines: [
      {
        in: 'src/frontends/tui/prompt/completion-sources.ts',
        after: '    ...sources,',
        line: '    sampleSource,',
        import: "import { sampleSource } from '../input/completion/sample-source.ts'",
      },
    ],
    forgotten: [
      {
        step: 'its line',
        files: { 'src/frontends/tui/input/completion/forgotten-source.ts': source('forgotten') },
        red: [unlisted('src/frontends/tui/input/completion/forgotten-source.ts')],
      },
    ],
  },
  'a theme': {
    files: {
      'src/frontends/tui/theme/palettes/sample.ts': `import type { Palette } from '../palette.ts'
import { DARK } from './dark.ts'

export const SAMPLE: Palette = { ...DARK, accent: 'bright-red' }
`,
    },
    lines: [
      {
        in: 'src/protocol/terminal-settings.ts',
        after: 'export const THEME_CHOICES = [',
        line: "  'sample',",
      },
      {
        in: 'src/frontends/tui/theme/palette-for.ts',
        after: 'const PALETTES: Readonly<Record<ThemeName, Palette>> = {',
        line: '  sample: SAMPLE,',
        import: "import { SAMPLE } from './palettes/sample.ts'",
      },
      {
        in: 'src/frontends/tui/theme/palette-for.ts',
        after: 'const IN_SIXTEEN: Readonly<Record<ThemeName, Palette>> = {',
        line: '  sample: DARK_ANSI,',
      },
      {
        in: 'src/frontends/tui/text/en/panels.ts',
        after: "      auto: 'auto (match terminal)',",
        line: "      sample: 'sample',",
      },
      {
        in: 'src/frontends/tui/text/zh/panels.ts',
        after: "      auto: '自动（跟随终端）',",
        line: "      sample: '示例',",
      },
    ],
    forgotten: [
      {
        step: 'its palette and its label',
        files: { 'src/frontends/tui/theme/palettes/forgotten.ts': 'export const FORGOTTEN = {}\n' },
        lines: [
          {
            in: 'src/protocol/terminal-settings.ts',
            after: 'export const THEME_CHOICES = [',
            line: "  'forgotten',",
          },
        ],
        red: [
          types('src/frontends/tui/theme/palette-for.ts', "Property 'forgotten' is missing"),
          types('src/frontends/tui/dialogs/theme/theme-panel.tsx', 'forgotten'),
          unlisted('src/frontends/tui/theme/palettes/forgotten.ts'),
        ],
      },
    ],
  },
  'a front end': {
    files: {
      'src/frontends/sample/run-sample.ts': 'export const runSample = async (): Promise<number> => 0\n',
    },
    forgotten: [
      {
        step: 'its line, and that front ends do not know each other',
        files: {
          'src/frontends/forgotten/run.ts': "export { plainly as paint } from '../plain/paint.ts'\n",
        },
        red: [
          unlisted('src/frontends/forgotten/run.ts'),
          check('src/frontends/forgotten/run.ts', 'may not import src/frontends/plain/paint.ts'),
        ],
      },
    ],
  },
}

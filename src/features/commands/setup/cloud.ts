import type { CloudSetupReport, SetupCloud } from '../../../protocol/cloud-setup.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { cloudAnswer } from '../../../protocol/messages/commands/cloud-setup.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

/** Says how a cloud is set up and what comes next; with values it tests them, and with a yes it saves them. */
const setupCommand = (cloud: SetupCloud): Pick<Command, 'group' | 'headless' | 'beside' | 'run'> => ({
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, host) {
    const { fields, test, yes } = readWords(args, cloud)
    if (!test) return shown((await host.setUpCloud({ cloud, fields: {}, step: 'look' })).text)
    const report = await host.setUpCloud({ cloud, fields, step: 'test' })
    if (!report.works) {
      const said = cloudAnswer('not_saved')
      return shownLines(yes ? [report.text, '', said] : [report.text])
    }
    if (report.changes.length === 0) return shownLines([report.text, '', cloudAnswer('nothing_to_save')])
    return yes ? await save(report, { cloud, fields }, host) : ask(report, `/setup-${cloud} ${args}`.trim())
  },
})

export const setupBedrockCommand: Command = { ...described('setup_bedrock'), ...setupCommand('bedrock') }
export const setupVertexCommand: Command = { ...described('setup_vertex'), ...setupCommand('vertex') }

interface Words {
  readonly fields: Readonly<Record<string, string>>
  readonly test: boolean
  readonly yes: boolean
}

const readWords = (args: string, cloud: SetupCloud): Words => {
  const words = [...args.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word)
  const fields: Record<string, string> = {}
  for (const word of words) {
    if (word === 'test' || word === '--yes') continue
    const [, name = '', value = ''] = /^([\w-]+)=(.*)$/s.exec(word) ?? []
    if (name === '') throw new OpError(usageAnswer('usage', { usage: `/setup-${cloud} ${USAGE[cloud]}` }))
    fields[name] = value.replace(/"([^"]*)"|'([^']*)'/g, (_, one?: string, two?: string) => one ?? two ?? '')
  }
  return { fields, test: words.length > 0, yes: words.includes('--yes') }
}

const USAGE: Readonly<Record<SetupCloud, string>> = {
  bedrock: '[test] [region=eu-central-1] [profile=work] [--yes]',
  vertex: '[test] [project=my-project] [region=europe-west1] [--yes]',
}

const rowsOf = ({ changes }: CloudSetupReport): readonly LocalizedText[] =>
  changes.map(change => setupAnswer('key_value', change))

const ask = (report: CloudSetupReport, command: string): CommandOutcome =>
  shownLines([
    report.text,
    '',
    cloudAnswer('would_save'),
    ...rowsOf(report),
    cloudAnswer('save_with', { command }),
  ])

/** The one that makes it count comes last: whatever fails before it leaves the session's provider alone. */
const save = async (
  report: CloudSetupReport,
  { cloud, fields }: { readonly cloud: SetupCloud; readonly fields: Words['fields'] },
  { settings, setUpCloud }: CommandHost,
): Promise<CommandOutcome> => {
  let written = ''
  for (const { key, value } of report.changes) written = (await settings.write(key, value, 'user')).file
  const { text } = await setUpCloud({ cloud, fields, step: 'saved' })
  return shownLines([
    report.text,
    '',
    cloudAnswer('saved', { file: written, cloud }),
    ...rowsOf(report),
    ...(text.text === '' ? [] : [text]),
  ])
}

/**
 * Asks the copy for all that was added, and prints it. As a program of its own: in the process of the test a second tree
 * would be transformed and evaluated beside the first, which costs five times as much.
 */
export const PROBE = `import { COMMANDS } from './src/features/commands/index.ts'
import { PROVIDER_SECRETS, PROVIDERS } from './src/features/models/providers/index.ts'
import { createServer } from 'node:http'
import { createProviderModel } from './src/features/models/providers/create-model.ts'
import { createPathNames } from './src/frontends/acp/path-names.ts'
import { abilitiesOf } from './src/frontends/acp/abilities.ts'
import { ConversationUpdates } from './src/frontends/acp/updates/conversation-updates.ts'
import { plainly } from './src/frontends/plain/paint.ts'
import { startPlain } from './src/frontends/plain/plain-state.ts'
import { showEvent } from './src/frontends/plain/show-event.ts'
import { transcriptOf } from './src/frontends/tui/state/items-of.ts'
import { renderItem } from './src/frontends/tui/transcript/render-item.ts'
import { rowsOf } from './src/frontends/web/state/rows-of.ts'
import { factsOf } from './src/frontends/web/state/tool-facts.ts'
import { en } from './src/frontends/web/text/en.ts'
import { inEnglish } from './src/protocol/messages/localized-text.ts'
import { explainCall } from './src/cli/permissions/explain.ts'
import { checkSettings } from './src/features/settings/check-settings.ts'
import { FOREIGN_AGENTS } from './src/features/import/foreign-agents.ts'
import { inChinese } from './src/protocol/messages/chinese.ts'
import { helpAnswer } from './src/protocol/messages/commands/help.ts'
import { parseArgs } from './src/cli/args/parse-args.ts'
import { overridesOf } from './src/cli/open-request.ts'
import { chooseWeb } from './src/host/web/options.ts'
import { fakeView } from './test/support/fake-look.ts'
import { createWorld } from './test/support/engine-bench.ts'

await using world = await createWorld({
  presented: true,
  scenario: {
    replies: [
      { tool: { name: 'Sample', input: {} } },
      { tool: { name: 'Sample', input: { fails: true } } },
      { text: 'Done.' },
    ],
  },
  config: () => ({ hooks: { SampleHeard: [{ hooks: [{ type: 'command', command: 'true' }] }] } }),
})
await world.ask('/sample')
await world.ask('Try the tool.')
const { requests } = world.model
const messages = await world.engine.query('history')
const view = await fakeView({ width: 80 })
const names = createPathNames('/w', [])
let plain = startPlain('/w')
const plainText = world.events.map(event => {
  const shown = showEvent(plain, event, plainly)
  plain = shown.state
  return shown.text
}).join('')
const seen = {
  tui: transcriptOf(messages).done.flatMap(item => renderItem(item, view)).join('\\n'),
  plain: plainText,
  web: JSON.stringify(rowsOf(messages).rows.map(row => (row.kind === 'tool' ? factsOf(row, en, '/w') : ''))),
  acp: JSON.stringify(new ConversationUpdates(names, abilitiesOf(undefined), { newId: () => 'i', localize: inEnglish }).replay(messages)),
}
const server = createServer((_, response) => response.writeHead(418).end('{"oops":"E7"}')).listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const baseUrl = \`http://127.0.0.1:\${server.address().port}\`
const sample = await createProviderModel(PROVIDERS.find(({ name }) => name === 'sample'), { baseUrl, userAgent: 'probe' })
const refused = await sample.stream(requests[0], new AbortController().signal).next().catch(error => error.kind)
server.close()
const path = process.cwd() + '/sample.txt'
const explainArgs = ['--tool', 'Sample', '--input', JSON.stringify({ path }), '--json']
const explained = await explainCall(
  explainArgs,
  { env: { HOME: process.cwd() + '/home' }, version: '0', argv: [], cwd: process.cwd(), screen: { colour: false } },
  () => {},
)
const { settings } = checkSettings({ sampleAgent: 'sample/1' }, [])
const parsed = parseArgs(['--sample-flag', 'given', 'hello'])
await world.engine.send({ type: 'sample_op' })
process.stdout.write(JSON.stringify({
  refused,
  explained: JSON.parse(explained),
  chinese: inChinese(helpAnswer('sample_ran', { thing: '命令' })),
  agent: chooseWeb({ proxy: {} }, settings, '1').userAgent,
  flag: overridesOf(parsed.options).sampleFlag,
  subcommand: parseArgs(['sample']),
  fact: await world.engine.query('sampleFact'),
  imports: FOREIGN_AGENTS.map(({ name }) => name),
  prompt: JSON.stringify(requests[0]?.system),
  commands: COMMANDS.map(({ name }) => name),
  providers: PROVIDERS.map(({ name }) => name),
  secrets: PROVIDER_SECRETS,
  offered: requests[0]?.tools?.map(({ name }) => name),
  messages: requests.map(({ messages }) => JSON.stringify(messages)),
  seen,
  events: JSON.stringify(world.events),
  fired: world.events.flatMap(event => (event.type === 'hook' ? [event.hook.event] : [])),
}))
`

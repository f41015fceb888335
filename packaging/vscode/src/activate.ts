import type { EditorApi, ExtensionContext } from './editor-api.ts'
import { type EditorLink, openLink } from './open-link.ts'
import { openPlace } from './open-place.ts'
import { Panel } from './panel/panel.ts'
import { Questions } from './questions.ts'
import { Server } from './server.ts'
import { wordsFor } from './words.ts'

/** Everything this extension is, for one window. Nothing of it outlives the subscriptions. */
export const activateWith = async (
  api: EditorApi,
  context: ExtensionContext,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  const words = wordsFor(api.env.language)
  const { subscriptions } = context
  const output = api.window.createOutputChannel('Capstan')
  const log = (line: string): void => output.appendLine(line)
  subscriptions.push(output)
  // The editor asks for trust before it starts this at all; whatever it does, nothing runs without.
  if (!api.workspace.isTrusted) return log(words.untrusted)
  let link: EditorLink | undefined
  const server = new Server({
    api,
    words,
    env,
    linkPort: () => link?.port,
    ended(reason) {
      log(reason)
      questions.clear()
      panel.fail(words.stopped(reason))
    },
    log,
  })
  subscriptions.push({ dispose: () => server.dispose() })
  const status = api.window.createStatusBarItem('capstan.status')
  subscriptions.push(status)
  status.command = 'capstan.open'
  const showCount = (count: number): void => {
    status.text = count === 0 ? '$(comment-discussion) Capstan' : `$(bell-dot) Capstan ${count}`
    status.tooltip = count === 0 ? words.ready : words.waiting
  }
  showCount(0)
  status.show()
  const questions = new Questions({
    api,
    words,
    isInSight: session => panel.isVisible && panel.session === session,
    show: session => void panel.show(session),
    async answer(session, id, answer) {
      const client = await server.connect()
      const path = `/api/v1/sessions/${encodeURIComponent(session)}/ops`
      await client.json({ method: 'POST', path, body: { op: { type: 'answer_permission', id, answer } } })
    },
    changed: showCount,
  })
  link = await openLink(api, context, { env, words, log })
  const panel = new Panel({
    api,
    context,
    words,
    connect: () => server.connect(),
    hear: (session, frame) => questions.hear(session, frame),
    turned: () => questions.look(),
    place: place => void openPlace(api, place, words),
    log,
  })
  addCommands({ api, context, server, panel, link, words })
}

const addCommands = ({
  api,
  context,
  server,
  panel,
  link,
  words,
}: {
  readonly api: EditorApi
  readonly context: ExtensionContext
  readonly server: Server
  readonly panel: Panel
  readonly link: EditorLink
  readonly words: ReturnType<typeof wordsFor>
}): void => {
  const add = (name: string, run: () => Promise<void>): void => {
    const safely = async (): Promise<void> => {
      try {
        await run()
      } catch (error) {
        void api.window.showErrorMessage(error instanceof Error ? error.message : String(error))
      }
    }
    context.subscriptions.push(api.commands.registerCommand(name, safely))
  }
  add('capstan.open', async () => await panel.show())
  add('capstan.restart', async () => {
    await panel.show()
    await panel.load()
  })
  add('capstan.attach', async () => {
    await server.attach()
    await panel.show()
    await panel.load()
  })
  add('capstan.leave', async () => {
    if (server.leave()) await panel.load()
  })
  add('capstan.mention', async () => {
    const to = panel.isVisible ? 'panel' : 'terminal'
    if (!link.mention(to, server.pid)) return void api.window.showInformationMessage(words.noSelection)
    if (to === 'panel') await panel.show()
  })
  add('capstan.continueInTerminal', async () => {
    const { session } = panel
    if (session === undefined) return void api.window.showInformationMessage(words.noSession)
    const { url, folder } = server
    const shellArgs = url === undefined ? ['--resume', session] : ['attach', url, session]
    api.window
      .createTerminal({ name: 'Capstan', cwd: folder ?? '/', shellPath: server.program(), shellArgs })
      .show()
  })
}

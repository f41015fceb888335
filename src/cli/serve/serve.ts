import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isSessionOpen } from '../../features/sessions/session-lock.ts'
import type { ServeOptions } from '../../frontends/serve/serve-options.ts'
import { type RunningServer, startServer } from '../../frontends/serve/server.ts'
import { findPolicy } from '../../host/settings/find-policy.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { codeFor } from '../../lib/qr/link-code.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { API } from '../../protocol/serve/wire.ts'
import type { Settings } from '../../protocol/settings.ts'
import { createHost } from '../create-host.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor, problemSayer } from '../in-ui-language.ts'
import { listenProblem } from '../listen-problem.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { writeProblem } from '../say.ts'
import { listenForSignals } from '../terminal.ts'
import { readThread } from '../tui/sessions-port.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { createFindFiles } from './find-files.ts'
import { createLinkStore } from './link-store.ts'
import { pageDirectory, readPageFiles } from './page-files.ts'
import { readServeArgs, SERVE_USAGE, type ServeArgs } from './serve-args.ts'
import { noteServer, readToken, runningServers } from './server-files.ts'
import { createSessionFiles } from './session-files.ts'
import { speechTranscriber } from './transcribe-speech.ts'

/** Serves sessions until it is told to stop. */
export const serve = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(SERVE_USAGE)
  if (argv[0] === 'link') return await printLink(from)
  const args = readServeArgs(argv)
  const signal = listenForSignals()
  if (args.warning !== undefined) (await problemSayer(from.env))(args.warning)
  await using host = createHost(from)
  const { configHome, cwd } = findStart(from)
  const settings = await checkSettings(args, from)
  const token = readToken(configHome, { renew: args.newToken })
  await using server = await start(args, { from, host, token, cwd, configHome, settings })
  const forget = noteServer(configHome, { url: server.url, startedAt: Date.now() })
  try {
    process.stdout.write((await localizeFor(from.env))(sayWhere(server, args)))
    await new Promise<void>(resolve => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
      if (args.untilInputEnds)
        process.stdin
          .on('close', resolve)
          .on('error', () => resolve())
          .resume()
    })
  } finally {
    forget()
  }
  return signal.aborted ? signalCode(signal.reason) : 0
}

/** Throws where policy stops every session, and where settings let nobody of another machine in. */
const checkSettings = async ({ listen, options }: ServeArgs, from: Process): Promise<Settings> => {
  const { managedSettings: parent } = options
  const { policy = await findPolicy({ ...from, parent }) } = from
  const at = { ...findStart(from), env: from.env, ...(policy ? { policy } : {}) }
  const said = { acceptDamagedSettings: true, ...(parent === undefined ? {} : { managedSettings: parent }) }
  const { settings } = gatherSettings(said, at)
  const isLocal = /^(?:127\.|::1$|localhost$)/.test(listen.hostname) && listen.names.length === 0
  if (!isLocal && settings.disableRemoteControl) throw new ExitError(1, terminalText('remote_off'))
  return settings
}

const sayWhere = ({ url, newLink }: RunningServer, { listen }: ServeArgs): LocalizedText => {
  const link = newLink().url
  const elsewhere = listen.names.map(name => link.replace(url, `https://${name}`))
  const code = process.stdout.isTTY ? codeFor(elsewhere[0] ?? link) : ''
  return lines([
    answerText('serving', { url, link }),
    ...elsewhere.map(each => answerText('or_link', { link: each })),
    code,
  ])
}

interface StartAt {
  readonly from: Process
  readonly host: ReturnType<typeof createHost>
  readonly token: string
  readonly cwd: string
  readonly configHome: string
  readonly settings: Settings
}

/** Nothing of it is loaded where nobody is listened to. */
const wantsInbox = ({ pullRequests, serve }: Settings): boolean =>
  (serve?.triggers ?? []).length > 0 ||
  (pullRequests?.enabled === true &&
    (pullRequests.forges ?? []).some(forge => forge.webhookSecretEnv !== undefined))

const start = async ({ listen, rights, options }: ServeArgs, at: StartAt): Promise<RunningServer> => {
  const { from, host, token, cwd, configHome } = at
  const inbox = wantsInbox(at.settings)
    ? (await import('./inbox.ts')).createInbox(at.settings, {
        env: from.env,
        configHome,
        host,
        async fleet() {
          const { openSessionJobs } = await import('../fleet/session-jobs.ts')
          const { env, version } = from
          return await openSessionJobs({ env, version, ...findStart(from) })
        },
        log: writeProblem,
      })
    : undefined
  const push = at.settings.serve?.push?.enabled
    ? await (await import('./push.ts')).createPush(at.settings.serve.push, {
        env: from.env,
        configHome,
        localize: await localizeFor(from.env),
        log: writeProblem,
      })
    : undefined
  const fleet = existsSync(join(configHome, 'fleet', 'member.json'))
    ? (await import('./fleet-page.ts')).openFleetPage({ configHome, log: writeProblem })
    : undefined
  const base = openRequestOf(options, from)
  const { voice } = gatherSettings(
    { ...base.overrides, acceptDamagedSettings: true },
    { ...findStart(from), env: from.env, ...(from.policy ? { policy: from.policy } : {}) },
  ).settings
  const transcribe = speechTranscriber({ env: from.env, cwd, voice })
  try {
    return await startServer({
      host,
      base: { ...base, entrypoint: 'serve' },
      version: from.version,
      cwd,
      rights,
      token,
      listen,
      linkStore: createLinkStore(configHome),
      ...(inbox ? { inbox } : {}),
      ...(push ? { push } : {}),
      page: readPageFiles(pageDirectory()),
      readThread,
      sessionFiles: createSessionFiles({ configHome, cwd, process: from }),
      ...(transcribe ? { transcribe } : {}),
      evals: evalRuns(configHome),
      ...(fleet ? { fleet } : {}),
      findFiles: createFindFiles(from.env, () => performance.now()),
      isOpenElsewhere: path => isSessionOpen(path, () => Date.now()),
      newId: randomUUID,
      now: () => Date.now(),
      log: writeProblem,
    })
  } catch (error) {
    throw listenProblem(error, listen)
  }
}

/** Looked at only when a page asks for them. */
const evalRuns = (configHome: string): NonNullable<ServeOptions['evals']> => {
  const open = async (language: 'en' | 'zh') => {
    const [{ listRunInfos, viewRun }, localize] = await Promise.all([
      import('../eval/view-runs.ts'),
      language === 'zh'
        ? import('../../protocol/messages/chinese.ts').then(({ inChinese }) => inChinese)
        : inEnglish,
    ])
    return { listRunInfos, viewRun, localize }
  }
  return {
    async list(language) {
      const { listRunInfos, localize } = await open(language)
      return listRunInfos(configHome, localize)
    },
    async view(id, language) {
      const { viewRun, localize } = await open(language)
      return viewRun(configHome, id, localize)
    },
  }
}

/** Asks the server that runs for a link that signs another browser in. */
const printLink = async (from: Process): Promise<number> => {
  const { configHome } = findStart(from)
  const [server] = runningServers(configHome)
  if (!server) throw new ExitError(1, commandText('no_server'))
  const answer = await fetch(`${server.url}${API}/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken(configHome)}` },
  })
  const { url } = (await answer.json()) as { readonly url?: string }
  if (!answer.ok || url === undefined) throw new ExitError(1, commandText('no_link', { url: server.url }))
  process.stdout.write(`${url}\n${process.stdout.isTTY ? codeFor(url) : ''}`)
  return 0
}

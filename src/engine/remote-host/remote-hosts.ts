import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createDial } from '../../features/remote-host/dial.ts'
import { RemoteLink } from '../../features/remote-host/link.ts'
import type { SummedProgram } from '../../features/remote-host/programs.ts'
import { checkpointOf } from '../../features/sessions/file-history/history-line.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Message } from '../../protocol/message.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { FrameFromThere } from '../../protocol/remote/frames.ts'
import { isNamedHost, parseTarget, type RemoteTarget } from '../../protocol/remote/target.ts'
import type { RewindReport, RewindRequest } from '../../protocol/session/file-history.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
import { resultsDirectory, saveResult } from '../session-file/session-directories.ts'
import { AdoptedTasks } from './adopted-tasks.ts'
import type { EnteredHost, RemoteHosts, RemoteSession } from './options.ts'
import { type RemotePlace, remoteTool } from './remote-tool.ts'
import { addReport, joinReports } from './rewind-report.ts'
import { StoredHistory } from './stored-history.ts'

const says = modelTexts('remote_host_prompt', {
  where: {
    en: 'Your commands and file tools run on another machine, {host}, in {directory}, and not in the working directory named elsewhere: all paths you give and get are of that machine. Files outside that directory cannot be read or edited there. Nothing of this machine is there: copy no credentials to it.',
    zh: '你的命令和文件工具在另一台机器 {host} 的 {directory} 中运行，而不是别处所说的工作目录：你给出和得到的路径都属于那台机器。那里不能读取或修改该目录之外的文件。本机的任何东西都不在那里：不要把凭据复制过去。',
  },
  home: { en: 'the home directory there', zh: '那里的主目录' },
})

export interface RemoteHostsOptions {
  readonly hosts: readonly string[]
  /** The conversation works there. */
  readonly main?: RemoteTarget
  readonly keepsProgram: boolean
  readonly lingerMs: number
  readonly language?: PromptLanguage
  programs(): Promise<readonly SummedProgram[]>
}

/** One machine and directory that threads of the session work on. */
interface Machine {
  readonly target: RemoteTarget
  readonly link: RemoteLink
  readonly history: StoredHistory
  place(): Promise<RemotePlace>
}

export const createRemoteHosts = (options: RemoteHostsOptions): RemoteHosts => new SessionHosts(options)

class SessionHosts implements RemoteHosts {
  readonly #options: RemoteHostsOptions
  readonly #machines = new Map<string, Machine>()
  /** By address: what somebody said yes to in this session. */
  readonly #approved = new Set<string>()
  readonly #patches = new Map<RemoteLink, string>()
  #session: RemoteSession | undefined
  #turn: string | undefined
  readonly main?: EnteredHost

  constructor(options: RemoteHostsOptions) {
    this.#options = options
    const { main } = options
    if (!main) return
    this.#approved.add(main.address)
    this.main = {
      toolbox: box => this.#toolbox(box, main),
      where: this.#where(main),
      leave: async () => undefined,
    }
  }

  begin(session: RemoteSession): Part {
    this.#session = session
    this.#turn = session.config.session.messages.findLast(message => checkpointOf(message))?.uuid
    return {
      recorded: message => this.#heard(message),
      [Symbol.asyncDispose]: async () => {
        await Promise.all([...this.#machines.values()].map(({ link }) => link[Symbol.asyncDispose]()))
      },
    }
  }

  whyNot(where: string): LocalizedText | undefined {
    const target = parseTarget(where)
    if (!target) return remoteHostText('not_an_address', { text: where.slice(0, 200) })
    if (isNamedHost(this.#options.hosts, target) || this.#options.main?.address === target.address)
      return undefined
    return remoteHostText('not_listed', { host: target.address })
  }

  approve(where: string): void {
    const target = parseTarget(where)
    if (target && !this.whyNot(where)) this.#approved.add(target.address)
  }

  async enter(where: string): Promise<EnteredHost> {
    const why = this.whyNot(where)
    if (why) throw new ToolError(why)
    const target = parseTarget(where)
    if (!target || !this.#approved.has(target.address))
      throw new ToolError(remoteHostText('not_approved', { host: where }))
    const { directory } = await this.#machine(target).place()
    const there = { ...target, directory }
    return {
      toolbox: box => withoutDelegation(this.#toolbox(box, target)),
      where: this.#where(there),
      leave: () => this.#savePatch(target),
    }
  }

  /** By git, to be looked at: nothing here is changed by itself. */
  async #savePatch(target: RemoteTarget): Promise<void> {
    const { link } = this.#machine(target)
    const { patch } = await link.ask('changes', {}).catch(() => ({ patch: '' }))
    if (!this.#session || typeof patch !== 'string' || patch === '' || patch === this.#patches.get(link))
      return
    this.#patches.set(link, patch)
    const file = saveResult(this.#session.config, Buffer.from(patch), `remote-${crypto.randomUUID()}.patch`)
    this.#session.tasks.notify(remoteHostText('patch', { host: target.address, file }))
    this.#session.emit(notice('notice', remoteHostText('patch', { host: target.address, file })))
  }

  async rewind(request: RewindRequest, here: RewindReport): Promise<RewindReport> {
    const undo = here.canRewind ? here.undo : undefined
    let report: RewindReport | undefined
    for (const { target, link, history } of this.#known()) {
      const messageUuid = history.target(request.messageUuid)
      if (messageUuid === undefined) continue
      const { address } = target
      try {
        const value = await link.ask('rewind', { ...request, messageUuid })
        report = addReport(report, value, {
          address,
          ...(undo === undefined ? {} : { rename: there => history.rename(undo, there) }),
        })
      } catch (error) {
        const why = asLocalized(describeError(error))
        this.#say(remoteHostText('not_rewound', { host: address, why }))
      }
    }
    return joinReports(here, report)
  }

  #where({ address, directory }: RemoteTarget): string {
    const place = directory ?? says('home')
    return forModel(says('where', { host: address, directory: place }), this.#options.language)
  }

  #say(text: LocalizedText): void {
    this.#session?.emit(notice('warning', text))
  }

  #heard(message: Message): void {
    const checkpoint = checkpointOf(message)
    if (checkpoint === undefined) return
    this.#turn = checkpoint
    for (const { history } of this.#machines.values()) history.mark(checkpoint)
  }

  /** Machines of this run, and those of earlier runs of the session that the conversation is to work on again. */
  #known(): readonly Machine[] {
    const { main } = this.#options
    if (main) this.#machine(main)
    return [...this.#machines.values()]
  }

  #machine(target: RemoteTarget): Machine {
    const { address, directory = '' } = target
    const key = `${address}${directory}`
    const known = this.#machines.get(key)
    if (known) return known
    if (!this.#session) throw new Error('the session has not begun')
    const made = openMachine(target, { ...this.#options, session: this.#session, turn: () => this.#turn })
    this.#machines.set(key, made)
    return made
  }

  /** The tools there are loaded with the link; what works on files here is left out. */
  #toolbox(box: Toolbox, target: RemoteTarget): Toolbox {
    const there = box.toolsIn?.('remote') ?? []
    const here = box.toolsIn?.('local') ?? []
    const made = new Map<string, Promise<Tool | undefined>>()
    const load = async (name: string): Promise<Tool | undefined> => {
      const tool = await box.load(name)
      if (!tool || here.includes(tool.name)) return undefined
      if (!there.includes(tool.name)) return tool
      return remoteTool(tool, await this.#machine(target).place()) as Tool
    }
    return {
      ...box,
      specs: box.specs.filter(({ name }) => !here.includes(name)),
      async load(name) {
        const known = made.get(name) ?? load(name)
        made.set(name, known)
        try {
          return await known
        } catch (error) {
          made.delete(name)
          const tool = await box.load(name)
          if (!tool || !(error instanceof ToolError)) throw error
          return unreachable(tool, error)
        }
      },
    }
  }
}

/** What it would start would work here, where its paths mean nothing. */
const withoutDelegation = (box: Toolbox): Toolbox => {
  const never = box.toolsIn?.('delegation') ?? []
  return {
    ...box,
    specs: box.specs.filter(({ name }) => !never.includes(name)),
    load: async name => (never.includes(name) ? undefined : await box.load(name)),
  }
}

/** There is no way to the machine now: the call says why, and nothing is asked. */
const unreachable = (tool: Tool, error: ToolError): Tool => ({
  name: tool.name,
  description: tool.description,
  input: tool.input,
  present: tool.present,
  access: () => [],
  noAccess: 'It only says why the machine cannot be reached.',
  prepare() {
    throw error
  },
  async *run() {
    yield* []
    throw error
  },
  show: () => [],
})

interface MachineOptions extends RemoteHostsOptions {
  readonly session: RemoteSession
  turn(): string | undefined
}

const openMachine = (target: RemoteTarget, at: MachineOptions): Machine => {
  const { config, emit } = at.session
  const { place, session, prompt } = config
  const { address, directory } = target
  const id = createHash('sha256')
    .update(`${session.id}\0${address}\0${directory ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  const { historyDir } = place
  const history = new StoredHistory(historyDir === undefined ? undefined : join(historyDir, `remote-${id}`))
  for (const message of session.messages) {
    const checkpoint = checkpointOf(message)
    if (checkpoint !== undefined) history.mark(checkpoint)
  }
  const tasks = new AdoptedTasks(at.session, {
    host: address,
    directory: resultsDirectory(config),
    link: () => link,
  })
  const link: RemoteLink = new RemoteLink({
    address,
    dial: createDial(target, {
      env: childEnvironment(place.env, { secretNames: place.secretNames, projectDir: place.cwd }),
      roots: () => place.roots,
    }),
    programs: at.programs,
    session: id,
    ...(directory === undefined ? {} : { directory }),
    keepsProgram: at.keepsProgram,
    lingerMs: at.lingerMs,
    ...languageOf(prompt),
    earlier: () => history.earlier(),
    outputs: () => tasks.outputs(),
    take: frame => takeOver(frame, { history, tasks }),
    linked: ready => tasks.running(ready.running, ready.fresh),
    onState: text => emit(notice('notice', text)),
  })
  return {
    ...{ target, link, history },
    place: async () => {
      const { directory: real, results } = await link.ready()
      return {
        ...{ target, link, results, directory: real, turn: at.turn },
        localDirectory: () => place.cwd,
      }
    },
  }
}

const languageOf = ({ promptLanguage }: { readonly promptLanguage?: PromptLanguage }) =>
  promptLanguage === undefined ? {} : { language: promptLanguage }

const takeOver = (
  frame: FrameFromThere,
  { history, tasks }: { readonly history: StoredHistory; readonly tasks: AdoptedTasks },
): void => {
  if (frame.t === 'blob') history.addContent(Buffer.from(frame.data, 'base64'))
  if (frame.t === 'history') history.add(frame.entry)
  if (frame.t === 'started' || frame.t === 'ended' || frame.t === 'output') tasks.take(frame)
}

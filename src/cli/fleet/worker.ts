import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Fleet } from '../../features/fleet/fleet.ts'
import { isName } from '../../features/fleet/names.ts'
import type { WorkerRow } from '../../features/fleet/worker-row.ts'
import { tryFileLock } from '../../lib/files/file-lock.ts'
import { findProgram } from '../../lib/find-program.ts'
import { killGroupLeftovers } from '../../lib/process/process-tree.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { PERMISSION_MODES, type PermissionMode } from '../../protocol/permission.ts'
import { findSandbox } from '../eval/make-ports.ts'
import { readBudget } from '../eval/run-args.ts'
import { ExitError } from '../exit-error.ts'
import { FLEET_SLOT_WORD } from '../internal-commands.ts'
import type { Process } from '../process.ts'
import { selfCommand } from '../self-command.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { type Given, readCount, readOptions, wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { connectFleet, makeFleetHome, memberPath, readMember } from './fleet-home.ts'
import type { SlotFile } from './slot-process.ts'

export const WORKER = {
  name: 'worker',
  usage: usageOf(
    `Usage: capstan worker [flags]   take jobs of a fleet and do them, each in a sandbox

  --url <address>          the server (default: as in the member file)
  --member <file>          keys of this machine (default: <config home>/fleet/member.json)
  --slots <n>              jobs at a time, each in a process of its own (default: 1)
  --labels <names>         what this machine has, besides its platform: gpu,eu,big
  --budget-usd <n>         stop taking jobs when they have cost so much together
  --once                   each slot takes one job, if there is one, and ends
  --permission-mode <m>    the widest mode a job may work in (default: acceptEdits)
  --allow <rules>          allow rules that jobs may bring, separated by commas; "*": any (default: none)
  --network <hosts>        hosts that commands of jobs may reach, separated by commas; "*": any (default: none)
  --secrets <names>        variables of this environment that jobs may name
  --memory-mb, --disk-mb <n>   at most so much for one job
  --no-sandbox             this machine or container is the border

Only jobs of the owners in the member file are taken. SIGTERM gives running jobs back: another worker continues them.`,
    `用法：capstan worker [选项]   领取机群的任务并执行，每个任务都在沙箱中

  --url <地址>             服务器（默认：成员文件中的地址）
  --member <文件>          本机的密钥（默认：<配置目录>/fleet/member.json）
  --slots <n>              同时执行的任务数，各在自己的进程中（默认：1）
  --labels <名称>          除平台外本机具备的标签：gpu,eu,big
  --budget-usd <n>         任务费用合计达到此数后不再领取
  --once                   每个槽位领取一个任务（如果有）后结束
  --permission-mode <模式> 任务可用的最宽松模式（默认：acceptEdits）
  --allow <规则>           任务可以自带的允许规则，用逗号分隔；"*" 表示任意（默认：无）
  --network <主机>         任务的命令可以访问的主机，用逗号分隔；"*" 表示任意（默认：无）
  --secrets <名称>         任务可以指名使用的本机环境变量
  --memory-mb、--disk-mb <n>   单个任务的上限
  --no-sandbox             本机或容器就是边界

只领取成员文件中所列所有者的任务。SIGTERM 会交还正在执行的任务：由其他工作机继续。`,
  ),
  flags: {
    url: { type: 'string' },
    member: { type: 'string' },
    slots: { type: 'string' },
    labels: { type: 'string' },
    'budget-usd': { type: 'string' },
    once: { type: 'boolean' },
    'permission-mode': { type: 'string' },
    allow: { type: 'string' },
    network: { type: 'string' },
    secrets: { type: 'string' },
    'memory-mb': { type: 'string' },
    'disk-mb': { type: 'string' },
    'no-sandbox': { type: 'boolean' },
  },
} as const

/** `capstan worker` */
export const worker = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return await showUsage(WORKER.usage)
  return await withDeps(from, async deps => await work(readOptions(WORKER, argv), deps))
}

const listed = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')

const MOST_SLOTS = 64

const work = async (given: Given, deps: SessionsDeps): Promise<number> => {
  if (given.words.length > 0)
    throw wrongUsage(WORKER, argumentText('one_too_many', { word: JSON.stringify(given.words[0]) }))
  const path = given.text('member') ?? memberPath(deps.configHome)
  const member = readMember({ configHome: deps.configHome, path, roles: ['worker'] })
  const url = given.text('url') ?? member.url
  const slots = Math.min(MOST_SLOTS, readCount(WORKER, 'slots', given.text('slots')) ?? 1)
  const file = { ...(await slotFile(given, deps)), member: path, url }
  const home = makeFleetHome(deps.configHome)
  const attempt = tryFileLock(join(home, 'worker.lock'), {
    newId: randomUUID,
    now: () => Date.now(),
    uncheckableMs: 60_000,
  })
  if (!('lock' in attempt)) throw new ExitError(1, fleetText('worker_runs', { name: member.self.name }))
  const signal = listenForSignals()
  const fleet = connectFleet(member, { url })
  deps.warn(
    fleetText('working', { name: member.self.name, slots: String(slots), labels: file.labels.join(', ') }),
  )
  if (!file.policy.sandbox) deps.warn(fleetText('no_sandbox'))
  const presence = announce(fleet, { file, slots, from: deps.process })
  try {
    const rooms = roomsOf(member.self.name)
    await Promise.all(
      Array.from({ length: slots }, (_, index) =>
        keepSlot(file, { room: join(rooms, String(index + 1)), home, deps, signal }),
      ),
    )
    rmSync(rooms, { recursive: true, force: true })
  } finally {
    await presence()
    await fleet.connection.close()
    attempt.lock.release()
  }
  return signal.aborted ? signalCode(signal.reason) : 0
}

const DEFAULT_DISK_MB = 20_000

const slotFile = async (
  given: Given,
  deps: SessionsDeps,
): Promise<Omit<SlotFile, 'member' | 'url' | 'room'>> => {
  const mode = given.text('permission-mode') ?? 'acceptEdits'
  if (!(PERMISSION_MODES as readonly string[]).includes(mode))
    throw wrongUsage(
      WORKER,
      argumentText('takes', { flag: '--permission-mode', choices: PERMISSION_MODES.join(', '), given: mode }),
    )
  const sandbox = !given.is('no-sandbox')
  // Said here, once, and not by every slot.
  await findSandbox(deps, sandbox)
  const labels = [process.platform, process.arch, ...listed(given.text('labels'))]
  const bad = labels.find(label => !isName(label))
  if (bad !== undefined) throw new ExitError(2, fleetText('bad_name', { name: bad }))
  const usd = readBudget(given.text('budget-usd'))
  const half = Math.floor(totalmem() / 2 / 1024 / 1024)
  return {
    policy: {
      mode: mode as PermissionMode,
      allow: listed(given.text('allow')),
      network: listed(given.text('network')),
      secrets: listed(given.text('secrets')),
      sandbox,
    },
    labels,
    bounds: {
      memoryMb: readCount(WORKER, 'memory-mb', given.text('memory-mb')) ?? half,
      diskMb: readCount(WORKER, 'disk-mb', given.text('disk-mb')) ?? DEFAULT_DISK_MB,
    },
    once: given.is('once'),
    ...(usd === undefined ? {} : { purse: { id: `w${Date.now().toString(36)}`, usd } }),
  }
}

/** Of this user and this run alone. What earlier runs left there goes, once nothing of theirs can be alive. */
const roomsOf = (name: string): string => {
  const uid = process.getuid?.() ?? 0
  const shared = realpathSync(tmpdir())
  const prefix = `capstan-fleet-${uid}-${name}-`
  for (const other of readdirSync(shared).filter(each => each.startsWith(prefix))) {
    const facts = lstatSync(join(shared, other), { throwIfNoEntry: false })
    if (!facts?.isDirectory() || facts.uid !== uid || Date.now() - facts.mtimeMs < LEFT_MS) continue
    rmSync(join(shared, other), { recursive: true, force: true })
  }
  return mkdtempSync(join(shared, prefix))
}

const LEFT_MS = 10 * 60_000

interface SlotPlace {
  readonly room: string
  readonly home: string
  readonly deps: SessionsDeps
  readonly signal: AbortSignal
}

const AGAIN_MS = 1_000
const GRACE_MS = 200

/** A slot that ends before it should is started again: what a job brought down was its process alone. */
const keepSlot = async (file: Omit<SlotFile, 'room'>, place: SlotPlace): Promise<void> => {
  const { signal, deps } = place
  while (!signal.aborted) {
    const code = await holdSlot(file, place)
    if (code === 0 || signal.aborted) return
    deps.warn(fleetText('slot_ended', { code: String(code) }))
    if (file.once) return
    await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
  }
}

const holdSlot = async (
  file: Omit<SlotFile, 'room'>,
  { room, home, deps, signal }: SlotPlace,
): Promise<number | null> => {
  mkdirSync(room, { recursive: true, mode: 0o700 })
  const start = join(home, `slot-${randomUUID()}.json`)
  writeFileSync(start, JSON.stringify({ ...file, room }), { mode: 0o600 })
  const [program, ...args] = selfCommand(deps.process)
  const child = spawnGroup(program, [...args, FLEET_SLOT_WORD, start], {
    cwd: room,
    env: deps.process.env,
    // Its input ends with this process, however that ends, and the slot with it.
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
  } finally {
    signal.removeEventListener('abort', stop)
    if (child.pid !== undefined) await killGroupLeftovers(child.pid, GRACE_MS)
    rmSync(start, { force: true })
  }
}

const BEAT_MS = 10_000
const PROGRAMS = ['git', 'node', 'python3', 'docker', 'go', 'cargo', 'java', 'make']

/** Says who is there and what it can do, as long as it is. Gives a function that ends it. */
const announce = (
  fleet: Fleet,
  {
    file,
    slots,
    from,
  }: { readonly file: Omit<SlotFile, 'room'>; readonly slots: number; readonly from: Process },
): (() => Promise<void>) => {
  const { name } = fleet.file.self
  const path = from.env['PATH'] ?? ''
  const row: WorkerRow = {
    version: from.version,
    platform: `${process.platform}-${process.arch}`,
    slots,
    labels: file.labels,
    programs: PROGRAMS.filter(program => findProgram(program, path) !== undefined),
    ...(from.env['ANTHROPIC_MODEL'] ? { model: from.env['ANTHROPIC_MODEL'] } : {}),
  }
  const beat = async (): Promise<void> => {
    await fleet.workers
      .change(name, () => JSON.stringify({ ...row, at: Date.now() }))
      .catch(() => {
        // The server can't be reached: nobody could read it either.
      })
  }
  void beat()
  const timer = setInterval(() => void beat(), BEAT_MS)
  return async () => {
    clearInterval(timer)
    await fleet.workers.delete(name).catch(() => {})
  }
}

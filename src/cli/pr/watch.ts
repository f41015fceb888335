import { addressByNumber, readAddress } from '../../features/pull-requests/address.ts'
import { FollowedForge } from '../../features/pull-requests/followed.ts'
import { ForgeError } from '../../features/pull-requests/forge-error.ts'
import { checksState } from '../../features/pull-requests/snapshot.ts'
import { readRepository } from '../../features/sessions/repository-home.ts'
import { forgeToken } from '../../host/pull-requests/forge-token.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { prCommandText } from '../../protocol/messages/cli/pull-requests.ts'
import { parseArgs } from '../args/parse-args.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { usageOf } from '../usage.ts'
import { type Asked, isOpen, nextChange, sayStanding, type Watching } from './follow.ts'

const NAMES = {
  name: 'pr watch',
  usage: usageOf(
    `Usage: capstan pr watch <url|number> [options]

Follows a pull request of GitHub, GitLab, Gitea or Forgejo until its checks are done, and prints what happens.

  --fix                mend failed checks: work in a worktree of this repository until they pass
  --push               push what was mended without asking (never by force); without it you are asked, and
                       where nobody can be asked the commits stay in the worktree
  --budget-usd <n>     at most so much (default: 5)
  --rounds <n>         at most so many attempts (default: 5)
  --minutes <n>        at most so long (default: 60)

Options of "capstan -p" work too: --model, --permission-mode, --allowedTools "Bash(npm test:*)" …
Exit codes: 0 checks passed, 1 they did not, 2 can't be followed, 130 stopped`,
    `用法：capstan pr watch <地址|编号> [选项]

关注 GitHub、GitLab、Gitea 或 Forgejo 的拉取请求，直到检查结束，并显示发生的事。

  --fix                修复失败的检查：在本仓库的工作树中工作，直到检查通过
  --push               修复后直接推送，不再询问（绝不强制推送）；不带此项时会先询问，
                       无法询问时提交留在工作树中
  --budget-usd <n>     费用上限（默认：5）
  --rounds <n>         最多尝试次数（默认：5）
  --minutes <n>        最长时间（默认：60）

"capstan -p" 的选项同样适用：--model、--permission-mode、--allowedTools "Bash(npm test:*)" …
退出码：0 检查通过，1 未通过，2 无法关注，130 已停止`,
  ),
} as const

export const WATCH = {
  usage: NAMES.usage,
  async run(argv: readonly string[], deps: SessionsDeps): Promise<number> {
    const asked = readArgs(argv)
    const signal = listenForSignals()
    try {
      const watching = await begin(asked, deps, signal)
      const done = asked.fix ? (await import('./mend.ts')).mend : justWatch
      return (await done(watching)) ? 0 : 1
    } catch (error) {
      if (signal.aborted) return signalCode(signal.reason)
      if (error instanceof ForgeError) throw new ExitError(error.kind === 'address' ? 2 : 1, error.localized)
      throw error
    }
  },
}

const NUMBERS = ['--budget-usd', '--rounds', '--minutes']

const readArgs = (argv: readonly string[]): Asked => {
  const [which, ...words] = argv
  if (which === undefined || which.startsWith('-')) throw wrongUsage(NAMES, prCommandText('needs_one'))
  const switches = new Set<string>()
  const numbers = new Map<string, number>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const given = words[at] ?? ''
    const [, name = given, inline] = /^(--[\w-]+)=(.*)$/s.exec(given) ?? []
    if (given === '--fix' || given === '--push') switches.add(given)
    else if (NUMBERS.includes(name)) numbers.set(name, numberOf(name, inline ?? words[++at]))
    else rest.push(given)
  }
  const parsed = parseArgs(['-p', ...rest])
  if (parsed.kind !== 'run')
    throw wrongUsage(NAMES, parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'))
  if (parsed.options.prompt !== undefined)
    throw wrongUsage(NAMES, argumentText('one_too_many', { word: JSON.stringify(parsed.options.prompt) }))
  return {
    which,
    fix: switches.has('--fix'),
    push: switches.has('--push'),
    usd: numbers.get('--budget-usd') ?? 5,
    rounds: Math.ceil(numbers.get('--rounds') ?? 5),
    minutes: numbers.get('--minutes') ?? 60,
    options: parsed.options,
  }
}

const numberOf = (flag: string, text: string | undefined): number => {
  const number = Number(text)
  if (text !== undefined && Number.isFinite(number) && number > 0) return number
  throw wrongUsage(
    NAMES,
    argumentText('takes', { flag, choices: argumentText('whole_number'), given: JSON.stringify(text ?? '') }),
  )
}

const begin = async (asked: Asked, deps: SessionsDeps, signal: AbortSignal): Promise<Watching> => {
  const { cwd, process: from, configHome } = deps
  const { policy, env } = from
  const { settings } = gatherSettings(
    { acceptDamagedSettings: true },
    { ...findStart(from), env, ...(policy ? { policy } : {}) },
  )
  const { forges = [], pollSeconds = 30 } = settings.pullRequests ?? {}
  const number = /^#?(\d{1,9})$/.exec(asked.which)?.[1]
  const address =
    number === undefined
      ? readAddress(asked.which, forges)
      : addressByNumber(Number(number), readRepository(cwd)?.home, forges)
  const token = await forgeToken(address, { env, directory: configHome, signal })
  const forge = new FollowedForge({
    address,
    userAgent: `capstan/${from.version}`,
    proxy: proxyFromEnv(env),
    now: () => Date.now(),
    ...(token === undefined ? {} : { token }),
  })
  return {
    asked,
    address,
    forge,
    deps,
    signal,
    until: Date.now() + asked.minutes * 60_000,
    pollMs: pollSeconds * 1000,
    say: async text => await deps.write(`${deps.localize(text)}\n`),
  }
}

/** Prints what happens until the checks are done or it is over; answers whether they passed. */
const justWatch = async (at: Watching): Promise<boolean> => {
  let now = await at.forge.read(at.signal)
  await sayStanding(at, now)
  while (isOpen(now) && checksState(now.checks) === 'pending') now = await nextChange(at, now)
  return checksState(now.checks) === 'passed'
}

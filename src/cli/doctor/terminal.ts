import { runProgram } from '../../features/shell/run-program.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { doctorEnvironmentText } from '../../protocol/messages/cli/doctor-environment.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ToolError } from '../../protocol/tool.ts'
import { terminalFacts } from '../tui/terminal-facts.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'terminal'
const TMUX_MS = 2_000

/** What the terminal can show, and settings of tmux that make keys and colours come through. */
export const examineTerminal: Examine = async place => {
  const facts = terminalFacts(place.env)
  return [
    {
      area: AREA,
      level: 'info',
      text: doctorEnvironmentText('terminal', {
        facts: [
          facts.program || doctorEnvironmentText('unknown_terminal'),
          facts.colours === 0
            ? doctorEnvironmentText('no_colors')
            : doctorEnvironmentText('colors', { number: facts.colours.toLocaleString('en-US') }),
          ...(facts.hyperlinks ? [doctorEnvironmentText('links')] : []),
          ...(facts.ssh ? [doctorEnvironmentText('over_ssh')] : []),
          ...(facts.tmux ? [doctorEnvironmentText('in_tmux')] : []),
        ],
      }),
    },
    ...colourChecks(place, facts.colours),
    ...localeCheck(place),
    ...(facts.tmux ? await tmuxChecks(place) : []),
  ]
}

const colourChecks = ({ env }: DoctorOptions, colours: number): readonly HealthCheck[] => {
  if ((env['TERM'] ?? '') === 'dumb')
    return [
      {
        area: AREA,
        level: 'warning',
        text: doctorEnvironmentText('dumb'),
        advice: doctorEnvironmentText('other_terminal'),
      },
    ]
  if (colours === 0 || colours > 16) return []
  return [
    {
      area: AREA,
      level: 'info',
      text: doctorEnvironmentText('few_colors'),
      advice: doctorEnvironmentText('set_truecolor'),
    },
  ]
}

const localeCheck = ({ env, platform }: DoctorOptions): readonly HealthCheck[] => {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  if (platform === 'win32' || /utf-?8/i.test(locale)) return []
  return [
    {
      area: AREA,
      level: 'info',
      text: locale === '' ? doctorEnvironmentText('no_locale') : doctorEnvironmentText('locale', { locale }),
      advice: doctorEnvironmentText('set_locale'),
    },
  ]
}

interface TmuxWish {
  readonly option: string
  isFine(value: string): boolean
  readonly text: LocalizedText
  readonly line: string
}

const WISHES: readonly TmuxWish[] = [
  {
    option: 'escape-time',
    isFine: value => Number(value) <= 50,
    text: doctorEnvironmentText('tmux_escape'),
    line: 'set -sg escape-time 10',
  },
  {
    option: 'extended-keys',
    isFine: value => value === 'on' || value === 'always',
    text: doctorEnvironmentText('tmux_keys'),
    line: 'set -s extended-keys on',
  },
  {
    option: 'focus-events',
    isFine: value => value === 'on',
    text: doctorEnvironmentText('tmux_focus'),
    line: 'set -g focus-events on',
  },
  {
    option: 'allow-passthrough',
    isFine: value => value === 'on' || value === 'all',
    text: doctorEnvironmentText('tmux_passthrough'),
    line: 'set -g allow-passthrough on',
  },
]

/** By what tmux says of itself; a version without an option is asked for nothing. */
export const tmuxAdvice = (options: ReadonlyMap<string, string>): readonly HealthCheck[] =>
  WISHES.flatMap(({ option, isFine, text, line }) => {
    const value = options.get(option)
    if (value === undefined || isFine(value)) return []
    return [{ area: AREA, level: 'info', text, advice: doctorEnvironmentText('tmux_conf', { line }) }]
  })

const tmuxChecks = async (place: DoctorOptions): Promise<readonly HealthCheck[]> => {
  const env = hardenEnvironment(plainEnv(place.env), [place.cwd])
  const file = findProgram('tmux', env['PATH'] ?? '')
  if (file === undefined) return []
  const options = new Map<string, string>()
  for (const scope of ['-gw', '-s', '-g'])
    for (const [name, value] of await askTmux(file, scope, env)) options.set(name, value)
  return tmuxAdvice(options)
}

const askTmux = async (
  file: string,
  scope: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly (readonly [string, string])[]> => {
  try {
    const signal = new AbortController().signal
    const limits = { timeoutMs: TMUX_MS, maxBytes: 100_000, signal }
    const { code, stdout } = await runProgram({
      file,
      args: ['show-options', scope],
      cwd: '/',
      env,
      ...limits,
    })
    return code === 0 ? optionsIn(Buffer.from(stdout).toString('utf8')) : []
  } catch (error) {
    // It cannot be started here: then there is nothing to advise.
    if (error instanceof ToolError) return []
    throw error
  }
}

/** `name value`, one per line. */
export const optionsIn = (text: string): readonly (readonly [string, string])[] =>
  text.split('\n').flatMap(line => {
    const found = /^([\w-]+) (.+)$/.exec(line)
    return found?.[1] === undefined || found[2] === undefined
      ? []
      : [[found[1], found[2].replaceAll('"', '')] as const]
  })

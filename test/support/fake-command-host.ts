import type { ScheduleInfo } from '../../src/protocol/agents/schedules.ts'
import type { CommandHost, CommandSettings } from '../../src/protocol/command.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import { OpError } from '../../src/protocol/op.ts'
import { FakeEngine } from './fake-engine.ts'

/** What a command asked of its host, beside the ops of the engine. */
export interface FakeHost extends CommandHost {
  readonly engine: FakeEngine
  readonly written: Parameters<CommandSettings['write']>[]
  readonly calls: unknown[][]
}

export const createFakeHost = (over: Partial<CommandHost> & { engine?: FakeEngine } = {}): FakeHost => {
  const written: Parameters<CommandSettings['write']>[] = []
  const calls: unknown[][] = []
  return {
    ownerOnly: () => undefined,
    isFirst: () => true,
    written,
    calls,
    settings: {
      list: async () => [{ key: 'theme', value: 'dark' }],
      about: async key => (key === 'verbose' ? { default: false } : {}),
      async write(...args) {
        written.push(args)
        return { file: '/home/.capstan/settings.json', counts: args[0] === 'theme' ? 'now' : 'next start' }
      },
      async remove(...args) {
        calls.push(['remove', ...args])
        return '/home/.capstan/settings.json'
      },
    },
    place: {
      version: '1.2.3',
      configHome: '/home/.capstan',
      profiles: {
        list: () => ['home', 'work'],
        create: name => (name === 'new' ? '/home/.capstan/profiles/new/settings.json' : undefined),
      },
      promptLanguage: 'en',
      logs: false,
      resolve: path => (path.startsWith('/') ? path : `/w/${path}`),
      changeDirectory: async path => `/w/${path}`,
    },
    tidyMemory: async () => ({ kind: 'not_due' }),
    async askBeside(question) {
      calls.push(['askBeside', question])
      return verbatim('An answer.')
    },
    recap: async () => verbatim('You were here.'),
    startFork: async () => Promise.reject(new OpError(verbatim('This session cannot start agents.'))),
    exportTo: async file => ({ path: `/w/${file ?? 's1.md'}`, bytes: 2_048, git: 'outside' }),
    askedFor: async () => [],
    bisect: async () => ({ kind: 'broken_before' }),
    ruleChecks: async () => [],
    async startFleet() {
      calls.push(['startFleet'])
    },
    callSkill: async (name, args) => ({ kind: 'submit', text: `/${name} ${args}`.trim() }),
    reloadSkills: async () => ({ skills: 2, agents: 1, problems: 0 }),
    outline: () => [
      { id: 'aaaa1111', tokens: 1_200, text: 'Read a.ts' },
      { id: 'bbbb2222', tokens: 300, text: 'Done.' },
    ],
    hooks: async () => [],
    async managePlugins(words) {
      calls.push(['managePlugins', words])
      return verbatim('No plugins are installed.')
    },
    async importFrom(wanted) {
      calls.push(['importFrom', wanted])
      return verbatim('Nothing to import.')
    },
    async setUpCloud(cloud, words) {
      calls.push(['setUpCloud', cloud, words])
      return { text: verbatim('Written.') }
    },
    async reloadPlugins(how) {
      calls.push(['reloadPlugins', how])
      return { added: [], removed: [], changed: [] }
    },
    loops: {
      async every(wanted) {
        calls.push(['every', wanted])
        return { ...LOOP, prompt: wanted.prompt, time: { everyMs: wanted.everyMs } }
      },
      paced: async opening => void calls.push(['paced', opening]),
      list: () => [],
      stop: async () => [],
      standing: () => undefined,
    },
    goals: {
      set: wanted => ({ ...wanted, rounds: 0, usd: 0, activeMs: 0, status: 'active' }),
      now: () => undefined,
      clear: () => undefined,
    },
    workflows: {
      list: async () => ({ workflows: [], problems: [] }),
      async start(wish) {
        calls.push(['startWorkflow', wish])
        return { runId: 'w123456', name: wish.name ?? 'it', steps: 2, outputFile: '/o' }
      },
      async confirmCost(cost) {
        calls.push(['confirmCost', cost])
        return true
      },
      outputs: async () => undefined,
    },
    redact: async text => text.replaceAll('SECRET', '[masked]'),
    insights: async days => verbatim(`${days} days`),
    setAutoCompact: (...how) => void calls.push(['setAutoCompact', ...how]),
    ...over,
    engine: over.engine ?? new FakeEngine([]),
  }
}

/** One that is there. */
const LOOP: ScheduleInfo = {
  id: 'aaaa1111',
  time: { everyMs: 300_000 },
  prompt: 'look',
  kind: 'loop',
  recurring: true,
  durable: false,
  createdAt: 0,
  label: 'every 5m',
}

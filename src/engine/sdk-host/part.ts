import type { Part } from '../scope.ts'
import type { ThreadParts } from '../thread.ts'

/** What a program that drives the conversation may ask of it beside what a person does. Loaded when it does. */
export const createDriven = (at: ThreadParts): Pick<Part, 'ops' | 'lookups'> => {
  const load = () => import('./answer-host.ts')
  const loadCalls = () => import('./call-for-host.ts')
  return {
    ops: {
      seed_read: async op => await (await load()).seedRead(at, op),
    },
    lookups: {
      file: async about => await (await load()).readFile(at, about),
      resource: async (about, signal) => await (await loadCalls()).readPage(at, about, signal),
      server_call: async (about, signal) => await (await loadCalls()).callForHost(at, about, signal),
      title: async (about, signal) => await (await load()).makeTitle(at, about, signal),
    },
  }
}

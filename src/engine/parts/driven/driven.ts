import type { DrivenOptions } from '../../driven/answer-driver.ts'
import type { Part } from '../../scope.ts'

/** What a program that drives the conversation may ask of it beside what a person does. Loaded when it does. */
export const createDriven = (at: DrivenOptions): Pick<Part, 'ops' | 'lookups'> => {
  const load = () => import('../../driven/answer-driver.ts')
  return {
    ops: {
      seed_read: async op => await (await load()).seedRead(at, op),
    },
    lookups: {
      file: async about => await (await load()).readFile(at, about),
      title: async (about, signal) => await (await load()).makeTitle(at, about, signal),
    },
  }
}

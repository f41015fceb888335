import { parentPolicy } from '../../src/features/settings/parent-policy.ts'
import { joinPolicy } from '../../src/features/settings/policy/join-policy.ts'
import type { PolicyReader } from '../../src/features/settings/policy/policy-reader.ts'
import { readPolicy } from '../../src/features/settings/policy/read-policy.ts'

/** Reads policy as the program does; no helper is asked. */
export const testPolicy: PolicyReader = {
  read: readPolicy,
  join: joinPolicy,
  parent: parentPolicy,
  readList: () => ({ kind: 'absent' }),
  answerOf: () => ({ kind: 'nothing' }),
}

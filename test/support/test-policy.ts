import type { PolicyReader } from '../../src/features/settings/policy/policy-reader.ts'
import { readPolicy } from '../../src/features/settings/policy/read-policy.ts'

/** Reads policy as the program does; no helper is asked. */
export const testPolicy: PolicyReader = {
  read: readPolicy,
  answerOf: () => ({ kind: 'nothing' }),
}

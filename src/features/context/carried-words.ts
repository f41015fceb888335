import type { Message } from '../../protocol/message.ts'
import type { CarryItem } from '../../protocol/stage.ts'
import { createCarry } from './carry/carry.ts'

const carry = createCarry({ effects: () => [], steps: () => [], cwd: () => '' })

/** The person's own words among the messages that go, oldest first: all there is to carry where nobody knows more. */
export const carriedWords = (dropped: readonly Message[], budget: number): readonly CarryItem[] =>
  carry(dropped, budget).filter(({ kind }) => kind === 'request')

import type { Message } from '../protocol/message.ts'

/** Messages of a thread that nobody runs, with what people are shown of its calls; loaded when the first is looked at. */
export const presentThread = async (messages: readonly Message[]): Promise<readonly Message[]> => {
  const { createPresenter } = await import('../engine/presentations/presenter.ts')
  return await createPresenter().messages(messages)
}

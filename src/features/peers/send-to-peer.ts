import { randomBytes } from 'node:crypto'
import { createConnection } from 'node:net'
import { checkSocket, type PeerEntry, PeerError } from './peer-registry.ts'
import { IDLE_LINE } from './peer-server.ts'
import { keyOf, type PeerAnswer, proofOf, readAnswer } from './peer-wire.ts'

export interface Outgoing {
  readonly text: string
  /** Called once; absent: no notice is asked for. */
  onNotice?(notice: 'idle' | 'ended'): void
}

export interface SentMessage {
  readonly answer: PeerAnswer
  /** No notice is wanted any more. */
  forget(): void
}

const ANSWER_MS = 5_000
const MAX_ANSWER = 1_024

/** Throws PeerError when the session cannot be reached, or whoever answers is not that session. */
export const sendToPeer = async (
  to: Pick<PeerEntry, 'socket' | 'secret'>,
  own: Pick<PeerEntry, 'id' | 'secret'>,
  { text, onNotice }: Outgoing,
): Promise<SentMessage> => {
  checkSocket(to.socket)
  const nonce = randomBytes(16).toString('base64url')
  const body = { from: own.id, text, notify: onNotice !== undefined, nonce }
  const socket = createConnection(to.socket)
  const { promise, resolve, reject } = Promise.withResolvers<PeerAnswer>()
  const patience = setTimeout(() => fail('It did not answer.'), ANSWER_MS)
  let answered = false
  let notice: 'idle' | 'ended' = 'ended'
  let isWanted = true
  let read = ''
  const fail = (why: string): void => {
    reject(new PeerError(why))
    socket.destroy()
  }
  const take = (line: string): void => {
    if (answered) {
      if (line === IDLE_LINE) notice = 'idle'
      return
    }
    const answer = readAnswer(line, to.secret, nonce)
    if (!answer) {
      fail('Whoever answers there is another process.')
      return
    }
    answered = true
    clearTimeout(patience)
    isWanted = answer.outcome !== 'refused'
    // Nobody stays for a notice.
    socket.unref()
    resolve(answer)
  }
  socket.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (read + piece).split('\n')
    read = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (read.length > MAX_ANSWER) fail('Whoever answers there is another process.')
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearTimeout(patience)
    if (!answered) reject(new PeerError('It hung up.'))
    else if (isWanted) onNotice?.(notice)
  })
  socket.write(
    `${JSON.stringify({ ...body, key: keyOf(to.secret, nonce), proof: proofOf(own.secret, body) })}\n`,
  )
  const answer = await promise
  return {
    answer,
    forget() {
      isWanted = false
      socket.destroy()
    },
  }
}

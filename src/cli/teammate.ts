import { readFileSync, rmSync } from 'node:fs'
import type { TeammateFile } from '../agents/team/away-members.ts'
import { isObject } from '../lib/is-object.ts'
import { plainText, toolUses } from '../protocol/message.ts'
import { createHost } from './create-host.ts'
import { ExitError } from './exit-error.ts'
import type { Process } from './process.ts'
import { listenForSignals } from './terminal.ts'

/** This program as a member of a team: it works until it is asked to stop. What it says is written for whoever looks on. */
export const teammate = async (path: string, from: Process): Promise<number> => {
  const { overrides, ...member } = takeFile(path)
  const signal = listenForSignals()
  const over = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => over.resolve(), { once: true })
  await using host = createHost(from)
  await using engine = await host.open({
    env: from.env,
    session: { kind: 'new' },
    // The folder is the leader's, who has trusted it or not: what is kept says so.
    overrides,
    interactive: true,
    teammate: { ...member, left: () => over.resolve() },
    warn: text => void process.stderr.write(`${text}\n`),
  })
  const events = engine.events()
  const shown = (async () => {
    for await (const event of events) {
      if (event.type !== 'entry' || event.entry.type !== 'assistant') continue
      const { content } = event.entry.message
      const text = plainText(content).trim()
      if (text !== '') process.stdout.write(`${text}\n`)
      for (const { name } of toolUses(content)) process.stdout.write(`[${name}]\n`)
    }
  })()
  // While it waits for messages nothing else keeps the process.
  const stays = setInterval(() => undefined, 60_000)
  await over.promise
  clearInterval(stays)
  await engine[Symbol.asyncDispose]()
  await shown
  return 0
}

/** It holds a secret: nobody finds it there later. What is no such file is left alone. */
const takeFile = (path: string): TeammateFile => {
  const file = readFile(path)
  if (!isObject(file) || typeof file['secret'] !== 'string' || !isObject(file['overrides']))
    throw new ExitError(1, 'This is started by Capstan itself, for a member of a team.')
  rmSync(path, { force: true })
  return file as unknown as TeammateFile
}

const readFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Said by whoever needs it.
    return undefined
  }
}

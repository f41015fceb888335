import { join } from 'node:path'
import { createPermissions } from '../src/features/permissions/permissions.ts'
import { loadShellReader } from '../src/lib/shell/lower.ts'
import type { Policy, Rule } from '../src/protocol/permission.ts'
import { clock } from './clock.ts'

/** Of every form that a rule may have, none of which fits a line of the benchmark. */
const further = (at: number): readonly [string, Rule['behavior']] => {
  const forms = [
    `Bash(p${at}:*)`,
    `Bash(p${at} * q * r * s)`,
    `Bash(*p${at}*q*z*)`,
    `Read(of-no-one-${at}/**)`,
    `Edit(//etc/x${at}/**)`,
    `Bash(tool${at} run *)`,
    `Read(**/*.s${at})`,
  ]
  const behaviors = ['allow', 'deny', 'ask'] as const
  return [forms[at % forms.length] ?? '', behaviors[at % behaviors.length] ?? 'deny']
}

const policyIn = (cwd: string, rules: number): Policy => {
  const texts: (readonly [string, Rule['behavior']])[] = [
    ['Bash(npm run:*)', 'allow'],
    ['Bash(git push:*)', 'deny'],
    ['Read(secrets/**)', 'deny'],
    ...Array.from({ length: rules }, (_, at) => further(at)),
  ]
  return {
    mode: 'default',
    rules: texts.map(([text, behavior]) => ({ text, behavior, source: 'user', anchor: cwd })),
    roots: [cwd],
    cwd,
    home: join(cwd, '..'),
    caseSensitive: true,
  }
}

/** Times in milliseconds: of the whole decision about a command, and of the bare parse of it. */
export interface Judge {
  judge(command: string): Promise<number>
  parse(command: string): number
}

/** Everything is loaded when it answers. */
export const createJudge = async (directory: string, rules: number): Promise<Judge> => {
  const permissions = createPermissions()
  const policy = policyIn(directory, rules)
  const read = await loadShellReader()
  const judge = async (command: string): Promise<number> => {
    const began = clock()
    await permissions.judge(
      { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
      policy,
    )
    return clock() - began
  }
  await judge('true')
  return {
    judge,
    parse: command => {
      const began = clock()
      read(command)
      return clock() - began
    },
  }
}

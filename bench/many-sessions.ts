import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIRECTORIES = 40

/** Fills a config home with small sessions of many directories, as they gather in a year or two. */
export const writeManySessions = (configHome: string, count: number): void => {
  for (let n = 0; n < count; n++) {
    const directory = join(configHome, 'projects', `-work-project-${n % DIRECTORIES}`)
    if (n < DIRECTORIES) mkdirSync(directory, { recursive: true })
    const sessionId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    writeFileSync(join(directory, `${sessionId}.jsonl`), textOf(n, sessionId))
  }
}

const textOf = (n: number, sessionId: string): string => {
  const lines: object[] = []
  for (let at = 0; at < 10; at++) {
    const isPrompt = at % 2 === 0
    lines.push({
      parentUuid: at === 0 ? null : `${n}-${at - 1}`,
      isSidechain: false,
      userType: 'external',
      sessionId,
      cwd: `/work/project/${n % DIRECTORIES}`,
      version: '0.1.0',
      gitBranch: 'main',
      entrypoint: 'cli',
      type: isPrompt ? 'user' : 'assistant',
      uuid: `${n}-${at}`,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: isPrompt
        ? { role: 'user', content: `prompt ${at} of session ${n}` }
        : { id: `m${at}`, role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(3_000) }] },
    })
  }
  lines.push({ type: 'custom-title', customTitle: `session ${n}`, sessionId })
  return lines.map(line => `${JSON.stringify(line)}\n`).join('')
}

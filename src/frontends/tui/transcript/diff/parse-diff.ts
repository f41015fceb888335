import type { FileDiff, Hunk } from './hunk.ts'

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

interface Open {
  readonly hunk: { oldStart: number; newStart: number; lines: string[] }
  /** Lines still to come, by the numbers in its head. */
  old: number
  now: number
}

/** The files of a unified diff. `path` is the name of what stands before any file is named. */
export const parseDiff = (text: string, path: string): readonly FileDiff[] => {
  const files: { path: string; hunks: Hunk[] }[] = []
  let name: string | undefined
  let open: Open | undefined
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (open && (open.old > 0 || open.now > 0 || line.startsWith('\\'))) {
      addLine(open, line)
      continue
    }
    const head = HUNK.exec(line)
    if (head) {
      open = startHunk(head)
      const file = files.at(-1)
      if (file && (name === undefined || name === file.path)) file.hunks.push(open.hunk)
      else files.push({ path: name ?? path, hunks: [open.hunk] })
    } else if (line.startsWith('+++ ')) name = nameOf(line, name)
    else if (line.startsWith('--- ')) name = nameOf(line, undefined)
  }
  return files
}

const startHunk = (head: RegExpExecArray): Open => ({
  hunk: { oldStart: Number(head[1]), newStart: Number(head[3]), lines: [] },
  old: Number(head[2] ?? 1),
  now: Number(head[4] ?? 1),
})

const addLine = (open: Open, line: string): void => {
  const mark = line[0] ?? ' '
  // An editor may have cut the blank of an empty line.
  open.hunk.lines.push(line === '' ? ' ' : line)
  if (mark !== '+' && mark !== '\\') open.old -= 1
  if (mark !== '-' && mark !== '\\') open.now -= 1
}

/** `--- a/src/x.ts` names src/x.ts; of a file that is gone the earlier name stays. */
const nameOf = (line: string, earlier: string | undefined): string | undefined => {
  const name = line.slice(4).split('\t', 1)[0]?.trim() ?? ''
  return name === '/dev/null' || name === '' ? earlier : name.replace(/^[ab]\//, '')
}

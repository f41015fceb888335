import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'

/** Puts a text into a plan file. Where another plan was there, that is kept beside it: answers its new path. */
export const savePlan = (file: string, text: string): string | undefined => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (earlier === text) return undefined
  const aside = earlier.trim() === '' ? undefined : keepCopy(file)
  writeFileAtomically(file, Buffer.from(text), { mode: 0o600 })
  return aside
}

const keepCopy = (file: string): string => {
  const ending = extname(file)
  for (let count = 1; ; count++) {
    const aside = `${file.slice(0, file.length - ending.length)}-earlier-${count}${ending}`
    try {
      copyFileSync(file, aside, constants.COPYFILE_EXCL)
      return aside
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

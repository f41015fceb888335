import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keepChanges } from '../../src/features/sandbox/try-first/keep-changes.ts'
import { freezeAfter } from './freeze-files.ts'
import { treeToChange } from './kept-tree.ts'

// Puts changes of every kind in place, and kills itself after so many changes of the disk.
const [, , root = '', changes = '0'] = process.argv
for (const name of ['project', 'copies']) mkdirSync(join(root, name))
const made = treeToChange(join(root, 'project'), join(root, 'copies'))
const journals = join(root, 'config/copies')
freezeAfter(Number(changes), () => void keepChanges(made, journals), true)

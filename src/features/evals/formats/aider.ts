import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { field, listField } from '../../../lib/values/read-field.ts'
import { evalTaskText } from '../../../protocol/messages/cli/eval-tasks.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { asTaskName, type EvalTask, type Overlay, type ReadTasks, USUAL_LIMITS } from '../task.ts'

const says = modelTexts('aider_exercise', {
  implement: {
    en: '{text}\n\nImplement this in {files}. Keep the names that are there: tests use them.',
    zh: '{text}\n\n请在 {files} 中实现。保留已有的名称：测试会用到它们。',
  },
})

/** How the tests of a language are run, by the ending of its files; the programs that takes. */
const LANGUAGES: Readonly<Record<string, { readonly command: string; readonly needs: readonly string[] }>> = {
  '.py': { command: 'python3 -m pytest -q -p no:cacheprovider {tests}', needs: ['python3'] },
  '.js': { command: 'npm test --silent', needs: ['npm'] },
  '.ts': { command: 'npm test --silent', needs: ['npm'] },
  '.go': { command: 'go test ./...', needs: ['go'] },
  '.rs': { command: 'cargo test -- --include-ignored', needs: ['cargo'] },
  '.java': { command: './gradlew test --offline', needs: ['java'] },
  '.cpp': {
    command: 'cmake -S . -B build -DEXERCISM_RUN_ALL_TESTS=1 && cmake --build build',
    needs: ['cmake', 'g++'],
  },
}

const INSTRUCTIONS = ['introduction.md', 'instructions.md', 'instructions.append.md']

export const isExercise = (folder: string): boolean =>
  existsSync(join(folder, '.meta', 'config.json')) && existsSync(join(folder, '.docs', 'instructions.md'))

/**
 * An exercise as the polyglot benchmark of Aider has it. The tests are not there while it is worked on, and what they
 * say may be used for a second try.
 */
export const readExercise = (folder: string): ReadTasks => {
  const wrong = (message: Text): ReadTasks => ({ tasks: [], problems: [{ source: folder, message }] })
  const files = field(JSON.parse(readFileSync(join(folder, '.meta', 'config.json'), 'utf8')), 'files')
  const names = (kind: string): readonly string[] =>
    listField(files, kind)
      .map(String)
      .filter(name => !name.startsWith('/') && !name.split('/').includes('..'))
  const [solutions, tests, examples] = [names('solution'), names('test'), names('example')]
  const ending = extname(solutions[0] ?? '')
  const language = LANGUAGES[ending]
  if (!language) return wrong(evalTaskText('no_command', { ending }))
  const words = INSTRUCTIONS.map(name => join(folder, '.docs', name)).filter(path => existsSync(path))
  const task: EvalTask = {
    name: asTaskName(`${ending.slice(1)}-${basename(folder)}`),
    format: 'aider',
    source: folder,
    description: `${basename(dirname(dirname(dirname(folder))))}: ${basename(folder)}`,
    prompts: [
      forModel(
        says('implement', {
          text: words.map(path => readFileSync(path, 'utf8').trim()).join('\n\n'),
          files: solutions.join(', '),
        }),
      ),
    ],
    setup: { directory: folder, without: ['.meta', '.docs', ...tests] },
    overlays: tests.map(name => ({ from: join(folder, name), to: name })),
    checks: [{ kind: 'command', command: language.command.replaceAll('{tests}', tests.join(' ')) }],
    limits: USUAL_LIMITS,
    network: 'off',
    attempts: 2,
    tags: ['aider', ending.slice(1)],
    needs: language.needs,
    solution: { files: exampleFiles(folder, solutions, examples) },
  }
  return { tasks: [task], problems: [] }
}

/** Examples stand for the files to be written, in the same order. */
const exampleFiles = (
  folder: string,
  solutions: readonly string[],
  examples: readonly string[],
): readonly Overlay[] =>
  examples.flatMap((example, index) => {
    const to = solutions[index]
    return to === undefined ? [] : [{ from: join(folder, example), to }]
  })

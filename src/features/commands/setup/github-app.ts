import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { lines, verbatim } from '../../../protocol/messages/layout.ts'
import { OpError } from '../../../protocol/op.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

const FILE = '.github/workflows/capstan.yml'

/** Nothing has to be installed in an account: a job of the repository runs the program. */
export const installGithubAppCommand: Command = {
  ...described('install_github_app'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { place, ownerOnly }) {
    const workflow = workflowIn(place.promptLanguage)
    if (args !== '' && args !== '--yes')
      throw new OpError(usageAnswer('usage', { usage: '/install-github-app [--yes]' }))
    const file = place.resolve(FILE)
    if (args === '')
      return shown(
        lines([setupAnswer('github_would_write', { file }), '', verbatim(`\`\`\`yaml\n${workflow}\`\`\``)]),
      )
    ownerOnly()
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, workflow, { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new OpError(setupAnswer('github_exists', { file }))
    }
    return shown(
      lines([
        setupAnswer('github_written', { file }),
        setupAnswer('github_secret'),
        verbatim('  gh secret set ANTHROPIC_API_KEY'),
        setupAnswer('github_rest'),
      ]),
    )
  },
}

/** Only who may write to the repository starts it, and it may write nothing: its answer is the summary of the job. */
const workflowIn = (language: PromptLanguage): string => {
  const words = WORDS[language]
  return `# ${words.what}
name: Capstan
on:
  pull_request:
    types: [opened, synchronize, reopened, ready_for_review]
  issue_comment:
    types: [created]
permissions:
  contents: read
  pull-requests: read
  issues: read
concurrency:
  group: capstan-\${{ github.event.pull_request.number || github.event.issue.number }}
  cancel-in-progress: true
jobs:
  review:
    # ${words.forks}
    if: >-
      github.event_name == 'pull_request' && !github.event.pull_request.draft &&
      github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install --global --no-audit --no-fund capstan
      - env:
          ANTHROPIC_API_KEY: \${{ secrets.ANTHROPIC_API_KEY }}
          PROMPT: /review ${words.commits} origin/\${{ github.base_ref }}...HEAD
        run: |
          capstan -p "$PROMPT" --max-budget-usd 2 \\
            --allowedTools "Read Grep Glob Bash(git log *) Bash(git diff *) Bash(git show *)" \\
            < /dev/null | tee "$GITHUB_STEP_SUMMARY"
  answer:
    if: >-
      github.event_name == 'issue_comment' && startsWith(github.event.comment.body, '@capstan ') &&
      contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.comment.author_association)
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm install --global --no-audit --no-fund capstan
      # ${words.foreign}
      - env:
          ANTHROPIC_API_KEY: \${{ secrets.ANTHROPIC_API_KEY }}
          COMMENT: \${{ github.event.comment.body }}
        run: |
          capstan -p "${words.answer} $COMMENT" --max-budget-usd 2 \\
            --allowedTools "Read Grep Glob Bash(git log *) Bash(git diff *)" \\
            < /dev/null | tee "$GITHUB_STEP_SUMMARY"
`
}

const WORDS: Readonly<
  Record<PromptLanguage, Readonly<Record<'what' | 'forks' | 'foreign' | 'answer' | 'commits', string>>>
> = {
  en: {
    what: 'Runs Capstan on pull requests of this repository, and when somebody with write access writes @capstan in a comment.',
    forks: 'Pull requests from forks get no secrets, and are left out.',
    foreign: 'What others wrote is a variable and never a part of a command.',
    answer: 'A member of this repository wrote this comment; answer it.',
    commits: 'the commits of this pull request,',
  },
  zh: {
    what: '对本仓库的拉取请求运行 Capstan；有写权限的人在评论中写 @capstan 时也运行。',
    forks: '来自复刻仓库的拉取请求得不到密钥，因此跳过。',
    foreign: '他人写的内容只作为变量，绝不成为命令的一部分。',
    answer: '本仓库的一名成员写了以下评论，请回答。',
    commits: '此拉取请求的提交',
  },
}

import { area } from '../area.ts'

/** What ends a run or the start of the program. Read before the first request. */
export const cliText = area('cli', {
  see_help: {
    en: '{problem}\nRun "capstan --help" for all options.',
    zh: '{problem}\n运行 "capstan --help" 查看所有选项。',
  },
  not_a_terminal: {
    en: '{stream} isn\'t a terminal. In a script or a pipe, use -p: {command} -p "explain this repository"\nRun "{command} --help" for all commands and options.',
    zh: '{stream} 不是终端。在脚本或管道中请使用 -p：{command} -p "解释这个仓库"\n运行 "{command} --help" 查看所有命令和选项。',
  },
  no_windows: {
    en: 'Capstan doesn\'t run on Windows itself. Use WSL 2: run "wsl --install" once in PowerShell, then "npm install -g capstan" in the Linux terminal it opens.',
    zh: 'Capstan 不能直接在 Windows 上运行。请使用 WSL 2：先在 PowerShell 中运行一次 "wsl --install"，再在它打开的 Linux 终端中运行 "npm install -g capstan"。',
  },
  resume_needs_id: {
    en: '--resume needs a session id or name with -p: there is no screen to choose from.',
    zh: '与 -p 一起使用时，--resume 需要会话 id 或名称：没有界面可供选择。',
  },
  cannot_read: { en: '{flag}: cannot read {path}: {error}.', zh: '{flag}：无法读取 {path}：{error}。' },
  no_prompt: {
    en: 'No prompt: give one after -p, or pipe one in.',
    zh: '没有提示词：请写在 -p 之后，或通过管道输入。',
  },
  stopped_at_input: { en: 'Stopped while waiting for input on stdin.', zh: '等待标准输入时已停止。' },
})

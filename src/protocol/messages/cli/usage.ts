import { area } from '../area.ts'

/** What is wrong with the flags of a run. Read before the first request. */
export const usageText = area('cli_usage', {
  print_only: { en: '{flag} works only with -p.', zh: '{flag} 只能与 -p 一起使用。' },
  contradict: { en: '{one} and {other} contradict each other.', zh: '{one} 与 {other} 相互矛盾。' },
  takes: { en: '{flag} takes {choices}, not "{given}".', zh: '{flag} 接受 {choices}，而不是 "{given}"。' },
  takes_items: {
    en: '{flag} takes {choices}, separated by commas, not "{given}".',
    zh: '{flag} 接受以逗号分隔的 {choices}，而不是 "{given}"。',
  },
  one_of: { en: '{first:list} or {last}', zh: '{first:list}或 {last}' },
  window: { en: 'auto, or tokens from 100k to 1m', zh: 'auto，或 100k 到 1m 的 token 数' },
  classic: { en: 'classic or no value', zh: 'classic 或不带值' },
  uuid: { en: 'a UUID', zh: 'UUID' },
  whole: { en: 'a whole number above 0', zh: '大于 0 的整数' },
  whole_or_zero: { en: 'a whole number of 0 or more', zh: '不小于 0 的整数' },
  number: { en: 'a number above 0', zh: '大于 0 的数' },
  number_or_zero: { en: 'a number of 0 or more', zh: '不小于 0 的数' },
  needs: { en: '{flag} needs {other}.', zh: '{flag} 需要 {other}。' },
  interactive: {
    en: '{flag} needs an interactive session, not -p.',
    zh: '{flag} 需要交互式会话，不能与 -p 一起使用。',
  },
  pick_one: {
    en: "{one} and {other} can't be used together; pick one.",
    zh: '{one} 和 {other} 不能一起使用，请选择其一。',
  },
  not_with: {
    en: "{one} can't be used together with {other}; pick one.",
    zh: '{one} 不能与 {other} 一起使用，请选择其一。',
  },
  not_together: { en: "{one} and {other} can't be used together.", zh: '{one} 和 {other} 不能一起使用。' },
  continue_or_resume: { en: '--continue or --resume', zh: '--continue 或 --resume' },
  which_session: {
    en: '--continue or --resume to say which session',
    zh: '用 --continue 或 --resume 指定会话',
  },
  exec_alone: {
    en: '--exec runs a shell command: {flag} means nothing there.',
    zh: '--exec 运行 shell 命令：{flag} 在此没有意义。',
  },
  exec_prompt: {
    en: '--exec runs a shell command: leave the prompt out, or use --background for it.',
    zh: '--exec 运行 shell 命令：请去掉提示词，或改用 --background。',
  },
  background_resume: {
    en: '--background has no screen to choose from: name the session, --resume <id>.',
    zh: '--background 没有界面可供选择：请用 --resume <id> 指定会话。',
  },
  stream_prompt: {
    en: "With --input-format stream-json prompts come from stdin; don't give one as an argument.",
    zh: '使用 --input-format stream-json 时，提示词来自标准输入；请不要作为参数给出。',
  },
  nothing_to_fork: {
    en: '--fork-session needs --continue or --resume: there is nothing to fork.',
    zh: '--fork-session 需要 --continue 或 --resume：没有可复制的会话。',
  },
  session_id: {
    en: '--session-id sets the id of a new session; with --continue or --resume, add --fork-session.',
    zh: '--session-id 设置新会话的 id；与 --continue 或 --resume 一起使用时，请加上 --fork-session。',
  },
  rewind_prompt: {
    en: "--rewind-files doesn't ask the model anything; leave the prompt out.",
    zh: '--rewind-files 不会询问模型；请去掉提示词。',
  },
  nobody_answers: {
    en: '--permission-prompt-tool stdio needs --input-format stream-json, or nobody can answer.',
    zh: '--permission-prompt-tool stdio 需要 --input-format stream-json，否则没有人能回答。',
  },
  combined: {
    en: '-{letter} can\'t be combined with other letters in "{word}": give it separately.',
    zh: '"{word}" 中的 -{letter} 不能与其他字母合写：请单独给出。',
  },
  no_value: { en: '{flag} takes no value.', zh: '{flag} 不接受值。' },
  needs_value: { en: '{flag} needs a value: {hint}.', zh: '{flag} 需要一个值：{hint}。' },
  empty_value: {
    en: '{flag} needs a value, but got an empty one.',
    zh: '{flag} 需要一个值，但给出的是空值。',
  },
  absent_command: { en: 'Capstan has no command "{word}".', zh: 'Capstan 没有 "{word}" 命令。' },
  absent_flag: { en: 'Capstan has no flag {flag}.', zh: 'Capstan 没有选项 {flag}。' },
  absent: { en: '{problem} {why}.', zh: '{problem}{why}。' },
  on_or_off: { en: 'true or false', zh: 'true 或 false' },
  unknown_flag: {
    en: 'Unknown flag {flag}. Run "capstan --help" for a list; put a prompt that starts with a dash after "--".',
    zh: '未知选项 {flag}。运行 "capstan --help" 查看列表；以连字符开头的提示词请放在 "--" 之后。',
  },
  unknown_flag_near: {
    en: 'Unknown flag {flag}. Did you mean --{near}? Run "capstan --help" for a list; put a prompt that starts with a dash after "--".',
    zh: '未知选项 {flag}。是否指 --{near}？运行 "capstan --help" 查看列表；以连字符开头的提示词请放在 "--" 之后。',
  },
  letter_in: { en: '-{letter} in "{word}"', zh: '"{word}" 中的 -{letter}' },
  two_prompts: {
    en: 'Expected one prompt but got two: "{first}" and "{second}". Put it in quotes.',
    zh: '只需要一条提示词，却有两条："{first}" 和 "{second}"。请加上引号。',
  },
  two_commands: {
    en: 'Expected one command but got two: "{first}" and "{second}". Put it in quotes.',
    zh: '只需要一条命令，却有两条："{first}" 和 "{second}"。请加上引号。',
  },
  command_first: {
    en: 'Put the command first: capstan {word} … (or capstan -p "{word}" to send it as a prompt).',
    zh: '请把命令写在前面：capstan {word} …（或用 capstan -p "{word}" 作为提示词发送）。',
  },
  no_command_near: {
    en: 'There is no command {word}. Did you mean {near}? If you meant a prompt, put it in quotes after -p or after "--".',
    zh: '没有命令 {word}。是否指 {near}？如果是提示词，请加引号放在 -p 或 "--" 之后。',
  },
  no_command: {
    en: 'There is no command {word}; the commands are {names:list}. To send a prompt, put all of it in quotes: capstan "{prompt}"',
    zh: '没有命令 {word}；可用的命令有 {names:list}。要发送提示词，请整体加上引号：capstan "{prompt}"',
  },
})

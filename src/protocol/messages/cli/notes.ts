import { area } from '../area.ts'

/** What a subcommand says beside its answer, on stderr. */
export const noteText = area('cli_notes', {
  key_absent: {
    en: '{key} ({file}) has no effect in Capstan. {why}.',
    zh: '{key}（{file}）在 Capstan 中不起作用。{why}。',
  },
  key_unknown: {
    en: "{key} ({file}) has no effect: Capstan doesn't know it.",
    zh: '{key}（{file}）不起作用：Capstan 没有这个设置。',
  },
  overridden: {
    en: "This has no effect here: another file overrides it, or the folder isn't trusted.",
    zh: '在此处不起作用：被另一个文件覆盖，或此文件夹未受信任。',
  },
  mirror_left_alone: {
    en: "{file} isn't a copy of ours, or was changed there: left alone.",
    zh: '{file} 不是我们的副本，或已在那里被修改：未作改动。',
  },
  choose_provider: { en: 'Choose a model provider:\n{rows:lines}', zh: '选择模型提供商：\n{rows:lines}' },
  open_address: {
    en: 'To sign in to {title}, open this address:\n\n{url}\n',
    zh: '要登录 {title}，请打开此地址：\n\n{url}\n',
  },
  open_address_with_code: {
    en: 'To sign in to {title}, open this address and enter the code {code}:\n\n{url}\n',
    zh: '要登录 {title}，请打开此地址并输入验证码 {code}：\n\n{url}\n',
  },
  not_a_code: {
    en: "That isn't a code from this sign-in. Copy it again.",
    zh: '这不是本次登录的验证码。请重新复制。',
  },
  no_provider_to_ask: {
    en: 'No provider to ask: none has a key here. Sign in with /login.',
    zh: '没有可查询的提供商：都没有密钥。请用 /login 登录。',
  },
  new_models: { en: '{title}: new: {models:list}', zh: '{title}：新增：{models:list}' },
  no_new_models: { en: '{title}: nothing new', zh: '{title}：没有新增' },
  provider_silent: {
    en: '{title}: no answer from {host}; what was known stays',
    zh: '{title}：{host} 没有响应；保留已知的模型',
  },
  replay_left: {
    en: {
      one: 'replay: {count:number} recorded request was not made.',
      other: 'replay: {count:number} recorded requests were not made.',
    },
    zh: 'replay：有 {count} 个录制的请求没有发出。',
  },
  replay_flags: {
    en: "replay: the recorded run was started with: {words}\nreplay: those flags aren't applied; add the ones you want after the file name.",
    zh: 'replay：录制时的启动参数：{words}\nreplay：这些选项不会生效；需要的请写在文件名之后。',
  },
  not_private: {
    en: 'Warning: without TLS, anyone on the network can read the token and everything that is said.',
    zh: '警告：没有 TLS，网络上的任何人都能读取令牌和全部对话。',
  },
  nothing_found: { en: 'Nothing found.', zh: '没有找到。' },
  busy_skipped: {
    en: '{session} is in use by another process and was skipped.',
    zh: '{session} 正被另一个进程使用，已跳过。',
  },
  brings_nothing: {
    en: 'It brings nothing that can be used here. Is it a plugin at all?',
    zh: '其中没有此处可用的内容。它确实是插件吗？',
  },
  left_out: {
    en: '{key}: {problem}; this one is left out.',
    zh: '{key}：{problem}；已忽略此项。',
  },
  command_unasked: {
    en: 'There is no terminal to ask at, so it was not run. --accept-command agrees to it.',
    zh: '没有可供询问的终端，因此未运行。用 --accept-command 表示同意。',
  },
  bin_unasked: {
    en: 'There is no terminal to ask at, so they are not added. --allow-bin agrees to it.',
    zh: '没有可供询问的终端，因此未添加。用 --allow-bin 表示同意。',
  },
  powers_unasked: {
    en: 'There is no terminal to ask at, so the old version stays. --yes agrees to it.',
    zh: '没有可供询问的终端，因此保留旧版本。用 --yes 表示同意。',
  },
  trust_unasked: {
    en: 'There is no terminal to ask at, so it is not installed. --yes agrees to it.',
    zh: '没有可供询问的终端，因此未安装。用 --yes 表示同意。',
  },
  administrator_says: {
    en: 'Before you install {id}, your administrator says:\n  {message}',
    zh: '安装 {id} 之前，管理员提示：\n  {message}',
  },
  fetch_command: {
    en: 'The marketplace gets {id} by running a command on this machine:\n  {command}',
    zh: '插件市场通过在本机运行命令来获取 {id}：\n  {command}',
  },
  adds_programs: {
    en: '{id} adds programs that commands of the model can call by name:\n  {programs:list}',
    zh: '{id} 添加的程序可由模型的命令按名称调用：\n  {programs:list}',
  },
  adds_powers: {
    en: 'The new version of {id} adds:\n{powers:lines}',
    zh: '{id} 的新版本新增：\n{powers:lines}',
  },
  problem: { en: '! {problem}', zh: '! {problem}' },
  workflows_untrusted: {
    en: 'Workflows of this folder are not listed: you have not trusted it (capstan trust).',
    zh: '未列出此文件夹的工作流：你尚未信任它（capstan trust）。',
  },
  run: { en: 'Run {id}', zh: '运行 {id}' },
  silent_stdin: {
    en: 'No input came from stdin within {seconds:number} s; continuing without it. Use "< /dev/null" to skip the wait.',
    zh: '标准输入在 {seconds} 秒内没有内容，不再等待。用 "< /dev/null" 可跳过等待。',
  },
  stdin_too_large: {
    en: 'stdin is larger than {size:number} MB. Save it to a file and name the file in the prompt.',
    zh: '标准输入超过 {size} MB。请保存为文件，并在提示词中写明文件名。',
  },
})

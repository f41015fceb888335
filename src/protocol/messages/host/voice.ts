import { area } from '../area.ts'

/** Why something that was spoken did not become text. */
export const voiceText = area('voice', {
  no_recorder: {
    en: 'Nothing here can record: install arecord (alsa-utils), sox or ffmpeg, or set voice.recorder.',
    zh: '没有可用的录音程序：请安装 arecord（alsa-utils）、sox 或 ffmpeg，或设置 voice.recorder。',
  },
  recorder_failed: {
    en: '{program} could not record: {said}',
    zh: '{program} 无法录音：{said}',
  },
  too_short: { en: 'Nothing was recorded.', zh: '没有录到声音。' },
  silent: {
    en: 'The recording is silent. Is the microphone on?',
    zh: '录音没有声音。麦克风打开了吗？',
  },
  no_transcriber: {
    en: 'Nothing is set up to turn speech into text: set voice.command (for example whisper.cpp) or voice.url.',
    zh: '尚未设置语音转文字的方式：请设置 voice.command（例如 whisper.cpp）或 voice.url。',
  },
  command_failed: { en: 'voice.command failed ({how}): {said}', zh: 'voice.command 失败（{how}）：{said}' },
  command_slow: {
    en: 'voice.command took longer than {seconds:number} s and was stopped.',
    zh: 'voice.command 超过 {seconds} 秒，已停止。',
  },
  exit_code: { en: 'exit code {code}', zh: '退出码 {code}' },
  bad_url: {
    en: 'voice.url "{url}" is not an http or https address.',
    zh: 'voice.url "{url}" 不是 http 或 https 地址。',
  },
  plain_url: {
    en: 'voice.url "{url}" would send what you say and your key unencrypted; use https, or http on this machine only.',
    zh: 'voice.url "{url}" 会以明文发送语音和密钥；请使用 https，或仅在本机使用 http。',
  },
  no_key: {
    en: 'voice.keyVariable names {name}, which is not set.',
    zh: 'voice.keyVariable 指定的 {name} 未设置。',
  },
  server_said: { en: '{host} answered {status:number}: {said}', zh: '{host} 返回 {status}：{said}' },
  server_unreachable: { en: '{host} could not be reached: {said}', zh: '无法连接 {host}：{said}' },
  server_unclear: {
    en: '{host} did not answer as a transcription does.',
    zh: '{host} 的回答不是转写结果。',
  },
  nothing_said: { en: 'No words were recognised.', zh: '没有识别出文字。' },
  off: {
    en: 'Voice input is off: /voice turns it on.',
    zh: '语音输入未开启：用 /voice 开启。',
  },
  not_wav: { en: 'The recording is not a WAV file.', zh: '录音不是 WAV 文件。' },
})

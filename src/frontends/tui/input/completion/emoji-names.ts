/** Names as chats and forges write them between colons. */
const NAMES = `
smile 😄 grin 😁 joy 😂 rofl 🤣 slight_smile 🙂 upside_down 🙃 wink 😉 blush 😊 heart_eyes 😍 kissing_heart 😘
thinking 🤔 neutral_face 😐 expressionless 😑 smirk 😏 unamused 😒 roll_eyes 🙄 grimacing 😬 relieved 😌 sleepy 😪
sleeping 😴 mask 😷 sunglasses 😎 nerd_face 🤓 confused 😕 worried 😟 open_mouth 😮 astonished 😲 flushed 😳
pleading_face 🥺 cry 😢 sob 😭 scream 😱 sweat 😓 sweat_smile 😅 tired_face 😫 triumph 😤 rage 😡 angry 😠
exploding_head 🤯 partying_face 🥳 shushing_face 🤫 melting_face 🫠 saluting_face 🫡 clown_face 🤡 skull 💀 ghost 👻
alien 👽 robot 🤖 poop 💩 see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 wave 👋 ok_hand 👌 v ✌️ crossed_fingers 🤞
metal 🤘 point_left 👈 point_right 👉 point_up 👆 point_down 👇 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 fist ✊ clap 👏
raised_hands 🙌 pray 🙏 handshake 🤝 muscle 💪 brain 🧠 eyes 👀 eye 👁️ shrug 🤷 facepalm 🤦 heart ❤️ orange_heart 🧡
yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 broken_heart 💔 sparkling_heart 💖 100 💯 boom 💥 fire 🔥
sparkles ✨ star ⭐ star2 🌟 zap ⚡ sunny ☀️ cloud ☁️ rainbow 🌈 snowflake ❄️ umbrella ☔ ocean 🌊 earth_africa 🌍
earth_americas 🌎 earth_asia 🌏 moon 🌙 tada 🎉 confetti_ball 🎊 balloon 🎈 gift 🎁 trophy 🏆 medal 🏅 dart 🎯 rocket 🚀
airplane ✈️ car 🚗 train 🚆 ship 🚢 construction 🚧 traffic_light 🚦 house 🏠 office 🏢 factory 🏭 dog 🐶 cat 🐱 mouse 🐭
fox 🦊 bear 🐻 panda 🐼 monkey 🐵 chicken 🐔 penguin 🐧 bird 🐦 owl 🦉 frog 🐸 snake 🐍 turtle 🐢 crab 🦀 octopus 🐙
whale 🐳 dolphin 🐬 fish 🐟 bug 🐛 ant 🐜 bee 🐝 snail 🐌 butterfly 🦋 unicorn 🦄 dragon 🐉 elephant 🐘 camel 🐫 gopher 🐹
tree 🌳 evergreen_tree 🌲 seedling 🌱 four_leaf_clover 🍀 rose 🌹 sunflower 🌻 apple 🍎 lemon 🍋 banana 🍌 cherries 🍒
hot_pepper 🌶️ bread 🍞 cheese 🧀 pizza 🍕 hamburger 🍔 taco 🌮 ramen 🍜 rice 🍚 cake 🍰 cookie 🍪 coffee ☕ tea 🍵 beer 🍺
wine_glass 🍷 computer 💻 desktop_computer 🖥️ keyboard ⌨️ printer 🖨️ floppy_disk 💾 cd 💿 iphone 📱 battery 🔋 plug 🔌
bulb 💡 flashlight 🔦 wrench 🔧 hammer 🔨 gear ⚙️ nut_and_bolt 🔩 link 🔗 chains ⛓️ scissors ✂️ pushpin 📌 paperclip 📎
lock 🔒 unlock 🔓 key 🔑 shield 🛡️ bomb 💣 package 📦 mailbox 📫 email 📧 envelope ✉️ inbox_tray 📥 outbox_tray 📤
memo 📝 pencil ✏️ pen 🖊️ book 📖 books 📚 bookmark 🔖 clipboard 📋 calendar 📅 chart_with_upwards_trend 📈
chart_with_downwards_trend 📉 bar_chart 📊 file_folder 📁 open_file_folder 📂 page_facing_up 📄 newspaper 📰 label 🏷️
mag 🔍 microscope 🔬 telescope 🔭 test_tube 🧪 dna 🧬 pill 💊 stopwatch ⏱️ alarm_clock ⏰ hourglass ⌛ watch ⌚
bell 🔔 no_bell 🔕 loudspeaker 📢 mega 📣 speech_balloon 💬 thought_balloon 💭 musical_note 🎵 headphones 🎧 art 🎨
video_game 🎮 game_die 🎲 jigsaw 🧩 moneybag 💰 dollar 💵 credit_card 💳 gem 💎 crown 👑 eyeglasses 👓 briefcase 💼
warning ⚠️ no_entry ⛔ no_entry_sign 🚫 stop_sign 🛑 recycle ♻️ white_check_mark ✅ heavy_check_mark ✔️ x ❌ bangbang ‼️
question ❓ exclamation ❗ heavy_plus_sign ➕ heavy_minus_sign ➖ arrow_up ⬆️ arrow_down ⬇️ arrow_left ⬅️ arrow_right ➡️
arrows_counterclockwise 🔄 rewind ⏪ fast_forward ⏩ pause_button ⏸️ red_circle 🔴 orange_circle 🟠 yellow_circle 🟡
green_circle 🟢 blue_circle 🔵 purple_circle 🟣 black_circle ⚫ white_circle ⚪ checkered_flag 🏁 triangular_flag 🚩
white_flag 🏳️ pirate_flag 🏴‍☠️ new 🆕 free 🆓 cool 🆒 ok 🆗 sos 🆘 top 🔝 soon 🔜 back 🔙 end 🔚
`

export const EMOJI: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(NAMES.matchAll(/(\S+) (\S+)/g), ([, name = '', emoji = '']) => [name, emoji]),
)

"""What must not stand in a punishment: characters of the other script, and topics."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def characters(text: str) -> frozenset[str]:
    return frozenset("".join(text.split()))


# Characters of which the other script writes another one. Not every pair: the common ones, and
# none that both may write (台, 准, 只, 布, 了, 里, 后).
TRADITIONAL = characters("""
    來倉個們傷價儀億優內兩別剛劇勁動務勝勵協員問啟喚單嗎嘆嘗嚇嚨嚴國園圓圖報場壇壓壞壯夠夢夾奧
    奪婦媽孫學實審寫寶將專尋對導屆層屬島師帶幣幫廚廣張彈後徑復慶憐憑憶應懲懶懷戀戰戲戶捲掃掛換
    揮損搖擇擊擋擔據擠擬擲擺攝攤敗敵數斃斷時暈書會東條極構槍樂標樣機櫃櫥歡歲殘殺毀氣決沒淚淺減
    測湯滅滾滿漁漸濕灣為烏無煩燈營爛爭狀狹猶獅獎獨獸現產畫當瘋療發盡監盤眾確碼禍禮稅稟種稱穩竊
    筆筍節範簡籤紀約紅純紙級紛細終結絕給統絲經綠維緊緒線編練總繼續罰羅義習聞聰聲職聽臉臨與舉舊
    莊萬葉藍蘋虧術衛裝裡複見規視親覺觀計訊記設許評詞試話誇認語誤說誰課調請論講謝護讀變讓貓財責
    貴買費賞賣質贈贊贏趕躍車輕輪輸轉農這連進遊運過遠適遲選還邊鄰釋鈕銜錄錯鎮鏡鐘長門開間關陰階
    際雖雙雜雞離難電靈響頁頂項順預頭題顏願類顧風飛館騙驚體鬍鬥魚鯨鳥鴨鵝麗麼黃點齊龍
""")
SIMPLIFIED = characters("""
    万与专东两严个临为丽举么乌乐书买争亏产亲亿仪们价众优会伤体关兽内写农决减凭击刚别剧务动励劲
    协单卖卫压厨双发变叶叹吓吗听启员响唤园国图圆场坏坛壮声够头夹夺奖妇妈孙学宝实审对寻导将尽层
    届属岁岛币师带帮广庄庆应开张弹当录径忆怀怜总恋惊惩愿懒戏战扫护报担拟择挡挤挥损换据掷摄摆摇
    摊敌数断无旧时术机杀杂条来极构柜标样梦欢残毁气汤没泪浅测渐湾湿滚满灭灯灵点烂烦状犹独狮猫现
    电画疯监盘码确礼祸禀离种称税稳窃笋笔简类红约级纪纸纽线练细终经结给绝统继续维绿编罚职聪胜脸
    节苹营蓝虽衔装见观规视觉计认让讯记讲许论设评词试话语误说请读课谁调谢财责败质贵费赏赞赠赢赶
    跃车转轮轻输边过运还这进远连迟适选邻释钟钮错镇镜长门问间闻阴阶际难页顶项顺顾预题颜风飞馆骗
    鱼鲸鸟鸡鸭鹅齐龙
""")

# What must never be asked of anybody. English by whole words, Chinese by what occurs anywhere.
FORBIDDEN_EN = words("""
    alcohol beer wine vodka whisky drunk drink drinks sip shot eat swallow lick bite taste spicy
    kiss hug sexy naked undress strip clothes lap flirt touch massage tickle
    jump climb balcony window burn knife blade choke breath punch slap hit fight kill blood gun
    hurt pain squat handstand stand run leg blindfold dark spin
    phone message selfie post facebook instagram wechat stranger outside mother boss door street
    money pay lend buy dollar
    fat thin ugly skinny bald black white race god pray allah jesus buddha church woman women girl
    boy man men accent idiot stupid dumb slave wife husband kneel beg week
""")
FORBIDDEN_ZH = words("""
    酒 喝 吃 吞 舔 咬 辣 親吻 亲吻 擁抱 拥抱 裸 脫 脱 性感 摸他 摸她 大腿 按摩 撓 挠 跳樓 跳楼
    爬 窗 菜刀 憋氣 憋气 打他 打她 打架 殺 杀 血 槍 枪 單腳 单脚 蒙眼 倒立 伏地挺身 俯卧撑 深蹲
    站起 跑 電話 电话 簡訊 短信 微信 朋友圈 臉書 自拍 陌生人 路人 鄰居 邻居 出門 出门 錢 钱
    請客 请客 紅包 红包 胖 瘦 醜 丑 矮 黑人 種族 种族 上帝 佛 菩薩 菩萨 阿彌 真主 禱 祷 女人
    男人 娘娘腔 白痴 笨蛋 蠢 奴 跪 磕頭 磕头 明早 一整天
""")

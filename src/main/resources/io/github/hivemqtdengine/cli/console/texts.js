// Texts of the page in both languages. The answers of commands are in English, as on the command line.
const TEXTS = {
    en: {
        language: '简体中文', views: 'Views', nowView: 'Now', mappingView: 'Mapping', learnView: 'Learn', lettersView: 'Dead letters', dataView: 'Data', unreadable1: 'can’t be read',
        example: 'Example', ownFile: 'your file', save: 'Save', editorHint: 'Ctrl-Space completes, Ctrl-F finds, Esc and then Tab leaves the editor.',
        valid: 'valid', problems: n => n === 1 ? '1 problem' : `${n} problems`, line: n => `line ${n}`, changed: 'not saved', checking: 'checking…', paused: 'paused while you are in a table',
        message: 'A message', sample: 'Sample message', topic: 'Topic', payload: 'Payload', hex: 'hexadecimal', fromFile: 'or a file:', more: 'More of the message',
        client: 'Client id', user: 'User name', qos: 'QoS', source: 'Source', retain: 'Retained', properties: 'User properties of MQTT 5, name=value, one a line',
        writeTopic: 'Write a topic, and see here which rows it becomes.', repair: 'Repair the problems of the mapping to see the rows of the message.',
        stored: n => n === 1 ? '1 row' : `${n} rows`, noRows: 'no rows', deadLetter: 'dead letter', drop: 'dropped', notWanted: 'not wanted',
        why: { 'excluded': 'an exclude matches its topic', 'other-topic': 'no filter matches its topic', 'other-source': 'it takes messages of another source', 'wanted': '' },
        unused: 'Not used:', sql: 'SQL', ddl: 'Tables that a start creates (DDL)', subtable: 'subtable', time: 'time', tag: 'tag', noRoute: 'No route wants this message.', others: 'Routes that do not want it',
        saveTitle: 'Save the mapping?', saveWhere: file => `The file ${file} is replaced. A running broker reads it within seconds.`, saveInvalid: 'The mapping has problems: a running broker refuses it and keeps the one that it has.',
        saved: 'saved', conflict: 'Somebody else has changed the file meanwhile. Nothing was saved: copy your text, and reload the page.', cancel: 'Cancel', nothingChanged: 'Nothing has changed.',
        letters: 'Dead letters', again: 'Look again', lettersHint: 'Messages that could not be stored, tried with the mapping that is now in the editor.',
        lettersSum: (stored, count) => `${stored} of ${count} would be stored now`, noLetters: 'There are no dead letters.', noneStored: 'The saved mapping stores none of them.', unreadable: n => `${n} lines are not dead letters`,
        ofThem: (stored, count) => `${stored} of ${count} would be stored`, since: (first, last) => `${first} to ${last}`, problemNow: 'Now:', problemThen: 'Then:',
        tryIt: 'Try it in the mapping', replay: n => n === 1 ? 'Replay 1 letter' : `Replay ${n} letters`, replayTitle: 'Replay these letters?',
        replayBody: 'Letters that the saved mapping stores are copied to the replay folder; a running broker takes them within seconds. The dead letters stay where they are: move or delete them afterwards, so that none is replayed twice.',
        replayUnsaved: 'The mapping in the editor is not saved. A replay uses the saved one.', replayed: (n, file) => `${n} copied to ${file}`,
        fine: 'Everything works', warns: 'Works, with warnings', fails: 'Something is wrong', written: 'as of', findings: 'What works, and what does not', warnings: 'Latest warnings, the newest first',
        publishes: 'Messages that routes want', received: n => `${n} received`, routes: n => n === 1 ? '1 route' : `${n} routes`, inFlight: 'messages under way', lostMessages: n => `${n} lost`,
        spool: 'Spool', ofBytes: (used, most) => `${used} of ${most}`, up: 'up', down: 'away', lanes: n => `${n} lanes`, rows: 'Rows', storedRows: n => `${n} stored`, route: 'Route',
        otherRoutes: n => `${n} other routes`, otherTables: n => `${n} other tables are not shown; the command shows them: hivemq-tdengine rows --table NAME`, columns: { received: 'received', stored: 'stored', rowsPerSecond: 'rows/s', deadLettered: 'dead letters', lost: 'lost', inFlightShort: 'under way', p50: 'to commit, p50 ms', p99: 'p99 ms' },
        learnHint: 'Looks at the messages of a broker, groups their topics, and proposes a mapping. It only subscribes, and saves nothing.', brokerAddress: 'Broker, host:port', topicFilter: 'Topic filter',
        minutes: 'Minutes', userName: 'User name', password: 'Password', tls: 'TLS', learnStart: 'Learn', learning: n => `listening, ${n} s left`, learned: (messages, topics) => `${messages} messages on ${topics} topics`,
        learnedStored: (stored, samples) => `${stored} of ${samples} samples would be stored`, showInMapping: 'Show in the mapping', learnedText: 'learned mapping', endedEarly: why => `The connection ended early: ${why}`, leftMessages: n => `${n} messages are beyond the limits and were not looked at.`, learnColumns: { route: 'route', topic: 'topic filter', format: 'format', topics: 'topics', messages: 'messages', perSecond: 'messages/s' },
        lost: 'The console does not answer. Has the command ended?', bytes: n => `${n} bytes`, firstBytes: n => `the first ${n} bytes`,
    },
    zh: {
        language: 'English', views: '视图', nowView: '当前状态', mappingView: '映射', learnView: '学习', lettersView: '死信', dataView: '数据', unreadable1: '无法读取',
        example: '示例', ownFile: '你的文件', save: '保存', editorHint: 'Ctrl-空格补全，Ctrl-F 查找，先按 Esc 再按 Tab 离开编辑器。',
        valid: '有效', problems: n => `${n} 个问题`, line: n => `第 ${n} 行`, changed: '未保存', checking: '检查中…', paused: '查看表格时暂停更新',
        message: '一条消息', sample: '样本消息', topic: '主题', payload: '载荷', hex: '十六进制', fromFile: '或选择文件：', more: '消息的其他属性',
        client: '客户端 ID', user: '用户名', qos: 'QoS', source: '来源', retain: '保留', properties: 'MQTT 5 用户属性，每行一个 name=value',
        writeTopic: '填写主题，即可在此看到生成的行。', repair: '先修正映射中的问题，才能看到消息生成的行。',
        stored: n => `${n} 行`, noRows: '没有行', deadLetter: '死信', drop: '丢弃', notWanted: '不接收',
        why: { 'excluded': '主题被 exclude 排除', 'other-topic': '没有过滤器匹配其主题', 'other-source': '只接收其他来源的消息', 'wanted': '' },
        unused: '未使用：', sql: 'SQL', ddl: '启动时创建的表（DDL）', subtable: '子表', time: '时间', tag: '标签', noRoute: '没有路由接收这条消息。', others: '不接收它的路由',
        saveTitle: '保存映射？', saveWhere: file => `文件 ${file} 将被替换。运行中的 Broker 会在几秒内读取。`, saveInvalid: '映射有问题：运行中的 Broker 会拒绝它，继续使用现有的映射。',
        saved: '已保存', conflict: '文件已被他人修改，没有保存任何内容：请复制你的文本，然后重新加载页面。', cancel: '取消', nothingChanged: '没有改动。',
        letters: '死信', again: '重新查看', lettersHint: '无法存储的消息，用编辑器中当前的映射重新尝试。',
        lettersSum: (stored, count) => `${count} 条中有 ${stored} 条现在可以存储`, noLetters: '没有死信。', noneStored: '已保存的映射无法存储其中任何一条。', unreadable: n => `${n} 行不是死信`,
        ofThem: (stored, count) => `${count} 条中有 ${stored} 条可以存储`, since: (first, last) => `${first} 至 ${last}`, problemNow: '现在：', problemThen: '当时：',
        tryIt: '在映射中尝试', replay: n => `重放 ${n} 条死信`, replayTitle: '重放这些死信？',
        replayBody: '已保存的映射可以存储的死信会复制到重放文件夹，运行中的 Broker 会在几秒内读取。原有的死信文件不变：重放后请移走或删除，以免重复重放。',
        replayUnsaved: '编辑器中的映射尚未保存。重放使用已保存的映射。', replayed: (n, file) => `已将 ${n} 条复制到 ${file}`,
        fine: '一切正常', warns: '正常，但有警告', fails: '有故障', written: '更新于', findings: '检查结果', warnings: '最近的警告，新的在前',
        publishes: '路由接收的消息', received: n => `已接收 ${n}`, routes: n => `${n} 条路由`, inFlight: '处理中的消息', lostMessages: n => `丢失 ${n}`,
        spool: '缓冲队列', ofBytes: (used, most) => `${used} / ${most}`, up: '正常', down: '不可用', lanes: n => `${n} 个写入通道`, rows: '行', storedRows: n => `已存储 ${n}`, route: '路由',
        otherRoutes: n => `其他 ${n} 条路由`, otherTables: n => `另有 ${n} 张表未显示，可用命令查看：hivemq-tdengine rows --table NAME`, columns: { received: '已接收', stored: '已存储', rowsPerSecond: '行/秒', deadLettered: '死信', lost: '丢失', inFlightShort: '处理中', p50: '到提交 p50 毫秒', p99: 'p99 毫秒' },
        learnHint: '观察 Broker 上的消息，按主题分组，并给出映射建议。只订阅，不保存任何内容。', brokerAddress: 'Broker，主机:端口', topicFilter: '主题过滤器',
        minutes: '分钟', userName: '用户名', password: '密码', tls: 'TLS', learnStart: '开始学习', learning: n => `正在接收，剩余 ${n} 秒`, learned: (messages, topics) => `${topics} 个主题上的 ${messages} 条消息`,
        learnedStored: (stored, samples) => `${samples} 条样本中有 ${stored} 条可以存储`, showInMapping: '在映射中查看', learnedText: '学习到的映射', endedEarly: why => `连接提前结束：${why}`, leftMessages: n => `${n} 条消息超出限制，未被观察。`, learnColumns: { route: '路由', topic: '主题过滤器', format: '格式', topics: '主题数', messages: '消息数', perSecond: '消息/秒' },
        lost: '控制台没有应答。命令是否已结束？', bytes: n => `${n} 字节`, firstBytes: n => `前 ${n} 字节`,
    },
};

/** The language of the address (#view/zh), or that of the browser. */
export const language = () => /\/(en|zh)$/.exec(location.hash)?.[1] ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');

export const t = (name, ...values) => {
    const text = TEXTS[language()][name];
    return typeof text === 'function' ? text(...values) : text;
};

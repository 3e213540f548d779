// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The English and the Chinese pages have the same sections, blocks, tables and lists. */
class TranslationsTest {

    private static final String CHINESE = ".zh-CN.md";
    /** What the Chinese pages say in place of another word, outside of code and of the targets of links. */
    private static final Map<String, String> TERMS = Map.of(
            "您", "你",
            "(?<![\\w./-])broker(?![\\w/-])", "Broker",
            "客户端标识", "客户端 ID",
            "基准测试", "性能测试",
            "服务器 CPU", "Broker CPU");

    static List<Path> chinesePages() {
        return CheckedDocuments.withExamples().stream()
                .map(Document::path)
                .filter(path -> path.toString().endsWith(CHINESE))
                .toList();
    }

    @Test
    void shouldFindTheTranslations() {
        assertThat(chinesePages())
                .extracting(path -> path.getFileName().toString())
                .contains("README.zh-CN.md", "mapping.zh-CN.md");
    }

    @ParameterizedTest
    @MethodSource("chinesePages")
    void shouldHaveTheSameParts(Path chinese) {
        assertThat(differences(Document.read(english(chinese)), Document.read(chinese)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("chinesePages")
    void shouldLinkToEachOther(Path chinese) {
        assertThat(Document.read(chinese).links())
                .extracting(Document.Piece::text)
                .contains(english(chinese).getFileName().toString());
        assertThat(Document.read(english(chinese)).links())
                .extracting(Document.Piece::text)
                .contains(chinese.getFileName().toString());
    }

    @ParameterizedTest
    @MethodSource("chinesePages")
    void shouldUseOneTermForOneThing(Path chinese) {
        assertThat(wrongTerms(Document.read(chinese))).isEmpty();
        assertThat(Document.read(english(chinese)).prose()).contains("[简体中文](" + chinese.getFileName() + ")");
    }

    @ParameterizedTest
    @CsvSource({"你的 Broker, 0", "您的 broker, 2", "`broker` 和 [Broker](broker.md), 0", "客户端标识, 1", "基准测试, 1"})
    void shouldFindWrongTerms(String text, int found) {
        assertThat(wrongTerms(document(text))).hasSize(found);
    }

    private static List<String> wrongTerms(Document document) {
        var text = document.prose().replaceAll("`[^`]*`|]\\([^)\\s]*\\)", "``");
        return TERMS.entrySet().stream()
                .filter(term -> Pattern.compile(term.getKey()).matcher(text).find())
                .map(term -> document + " has " + term.getKey() + " in place of " + term.getValue())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "'# a\n## b', '# 甲\n## 乙', 0",
        "'# a\n## b', '# 甲', 2",
        "'# a\n## b', '# 甲\n### 乙', 1",
        "'```xml\na\n```', '```xml\n甲\n```', 0",
        "'```xml\na\n```', '```\n甲\n```', 1",
        "'```xml\na\n```', '```xml\n甲\n乙\n```', 1",
        "'| a | b |\n|---|---|\n| c | d |', '| 甲 | 乙 |\n|---|---|', 1",
        "'| a | b |', '| 甲 |', 1",
        "'- a\n- b', '- 甲', 1"
    })
    void shouldFindParts(String english, String chinese, int differences) {
        assertThat(differences(document(english), document(chinese))).hasSize(differences);
    }

    private static Document document(String text) {
        return new Document(Path.of("page.md"), text.lines().toList());
    }

    private static Path english(Path chinese) {
        return chinese.resolveSibling(chinese.getFileName().toString().replace(CHINESE, ".md"));
    }

    private static List<String> differences(Document english, Document chinese) {
        return Stream.of(
                        difference("levels of headings", levels(english), levels(chinese)),
                        difference("languages and lines of blocks", blocks(english), blocks(chinese)),
                        difference("cells in the rows of tables", english.rows(), chinese.rows()),
                        difference("list items in sections", english.items(), chinese.items()))
                .flatMap(differences -> differences)
                .toList();
    }

    private static Stream<String> difference(String what, Object english, Object chinese) {
        return english.equals(chinese) ? Stream.of() : Stream.of(what + ": " + english + " and " + chinese);
    }

    private static List<Integer> levels(Document document) {
        return document.headings().stream().map(Document.Heading::level).toList();
    }

    private static List<String> blocks(Document document) {
        return document.blocks().stream()
                .map(block -> block.language() + " " + block.lines().size())
                .toList();
    }
}

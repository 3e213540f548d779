// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Node;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.XmlText;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;

/** The declarations of the configuration, and the files that are written from them. */
class GeneratedFilesTest {

    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

    @Test
    void shouldBeWhatTheDeclarationsSay() throws IOException {
        if (Boolean.getBoolean(GeneratedFiles.WRITE)) {
            GeneratedFiles.write();
        }

        for (var file : GeneratedFiles.contents().entrySet()) {
            assertThat(file.getKey())
                    .as("stale; write it anew by ./mvnw test -Dtest=GeneratedFilesTest -D" + GeneratedFiles.WRITE)
                    .exists()
                    .hasContent(file.getValue());
        }
    }

    @Test
    void shouldBeInTheJarForTheCommandLine() throws IOException {
        try (var inJar = SettingsReader.class.getResourceAsStream("reference.json")) {
            assertThat(new ObjectMapper().readTree(inJar).findValues("name"))
                    .hasSize(1 + Declarations.byPath().size());
        }
    }

    @Test
    void shouldDeclareNothingThatNoReaderReads() {
        assertThat(constants()).hasSizeGreaterThan(100).allMatch(GeneratedFilesTest::isRead);
    }

    @Test
    void shouldPlaceEveryDeclaration() {
        var placed = Declarations.byPath().values().stream().map(Node::name).collect(Collectors.toSet());

        assertThat(constants().map(JavaField::reflect).map(GeneratedFilesTest::name))
                .isSubsetOf(placed);
    }

    private static String name(Field constant) {
        try {
            constant.setAccessible(true);
            return ((Node) constant.get(null)).name();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<JavaField> constants() {
        return new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.github.hivemqtdengine.config")
                        .stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                        .filter(field -> field.getRawType().isEquivalentTo(Setting.class));
    }

    private static boolean isRead(JavaField constant) {
        return constant.getAccessesToSelf().stream()
                .anyMatch(access -> !access.getOrigin().getName().equals("<clinit>"));
    }

    @Test
    void shouldSayWhatEachIsForInBothLanguages() {
        Declarations.byPath().forEach((path, node) -> {
            assertThat(node.doc().chinese()).as(path).containsPattern(HAN);
            docs(node).forEach(doc -> {
                assertThat(doc.english()).as(path).isNotBlank().doesNotEndWith(".");
                assertThat(doc.chinese())
                        .as(path)
                        .isNotBlank()
                        .doesNotEndWith("。")
                        .doesNotContain("您");
                assertThat(code(doc.chinese())).as(path).isEqualTo(code(doc.english()));
            });
        });
    }

    private static Stream<Doc> docs(Node node) {
        return node instanceof Setting<?> setting
                ? Stream.of(
                                Stream.of(setting.doc(), setting.form().range()),
                                setting.words().values().stream(),
                                Stream.ofNullable(setting.otherwise()))
                        .flatMap(docs -> docs)
                : Stream.of(node.doc());
    }

    private static Set<String> code(String text) {
        return CODE.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    @Test
    void shouldSayInEditorsWhatAMissingSettingMeans() {
        var schema =
                new SchemaWriter().write().lines().map(GeneratedFilesTest::flat).toList();
        var reference = flat(new ReferenceXml().write());
        settings().forEach((path, setting) -> {
            var said = Declarations.plain(setting.doc());
            var otherwise = Declarations.otherwise(setting);
            assertThat(schema)
                    .as(path)
                    .anyMatch(line -> containsAll(line, said.english(), otherwise.english()))
                    .anyMatch(line -> containsAll(line, said.chinese(), otherwise.chinese()));
            assertThat(reference).as(path).contains(flat(XmlText.comment(otherwise.english())));
            if (setting.fallback() != null) {
                assertThat(otherwise.english()).as(path).isEqualTo("default: " + Declarations.defaultOf(setting));
            }
        });
    }

    private static boolean containsAll(String line, String... texts) {
        return Stream.of(texts).allMatch(text -> line.contains(flat(XmlText.escape(text))));
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    @Test
    void shouldExplainWordsThatThereAre() {
        settings().forEach((path, setting) -> {
            var others = new HashSet<>(setting.words().keySet());
            others.removeIf(setting.form().words()::contains);
            assertThat(others).as(path).isEmpty();
        });
    }

    @Test
    void shouldReadTheDefaultsAndTheExamplesAsTheyAreShown() {
        settings().forEach((path, setting) -> {
            var standard = Declarations.defaultOf(setting);
            var shown = standard.isEmpty() ? setting.example() : standard;
            assertThat(shown).as(path).isNotEmpty();
            assertThatCode(() -> setting.form().apply(shown)).as(path).doesNotThrowAnyException();
            if (!standard.isEmpty()) {
                assertThat((Object) setting.form().apply(standard)).as(path).isEqualTo(setting.fallback());
            }
        });
    }

    private static Map<String, Setting<?>> settings() {
        var settings = new LinkedHashMap<String, Setting<?>>();
        Declarations.byPath().forEach((path, node) -> {
            if (node instanceof Setting<?> setting) {
                settings.put(path, setting);
            }
        });
        return settings;
    }

    /** Everything at once breaks rules of the reader, but none of the schema. */
    @Test
    void shouldCommentOutWhatTheSchemaAccepts() throws Exception {
        var reference = Files.readString(Path.of("conf/reference.xml"));
        var everything = reference.replaceAll("(?m)^( *)<!-- (</?[a-z].*) -->$", "$1$2");
        assertThat(everything).contains("\n      <rate-limit").contains("\n    <batch");

        var schema = SchemaFactory.newDefaultInstance()
                .newSchema(Path.of("conf/config.xsd").toFile());
        assertThatCode(() -> schema.newValidator().validate(new StreamSource(new StringReader(everything))))
                .doesNotThrowAnyException();
        var shown = EditableXml.elements(everything).stream()
                .map(EditableXml::path)
                .filter(path -> !path.isEmpty())
                .collect(Collectors.toSet());
        assertThat(Declarations.byPath().keySet().stream().filter(path -> path.indexOf('@') < 0))
                .containsExactlyInAnyOrderElementsOf(shown);
    }
}

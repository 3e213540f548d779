// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.route.RouteSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationWatchTest {

    private static final String INCLUDING =
            Sample.with("</route>", "</route><include>routes/*.xml</include>").replace("<id>meters", "<id>${FILE:id}");

    @TempDir
    Path folder;

    @Test
    void shouldSeeNothingWhereNothingChanges() throws Exception {
        var watch = watch(Sample.XML);
        Files.setLastModifiedTime(folder.resolve("config.xml"), FileTime.fromMillis(1));
        Sample.write(folder, Sample.XML);

        assertThat(watch.checkForChange()).isNull();
        assertThat(watch.checkForChange()).isNull();
    }

    @Test
    void shouldTakeAChangeWhenTwoLooksAgree() throws Exception {
        var watch = watch(Sample.XML);
        Sample.write(folder, Sample.XML.substring(0, 500));
        assertThat(watch.checkForChange()).isNull();
        Sample.write(folder, Sample.with("<id>meters", "<id>half"));
        assertThat(watch.checkForChange()).isNull();
        Sample.write(folder, Sample.with("<id>meters", "<id>whole"));
        assertThat(watch.checkForChange()).isNull();

        assertThat(ids(watch.checkForChange())).containsExactly("whole");
        assertThat(watch.checkForChange()).isNull();
    }

    @Test
    void shouldShowABrokenConfigurationOnceAndThenWhatMendsIt() throws Exception {
        var watch = watch(Sample.XML);
        Sample.write(folder, Sample.with("<lanes>8", "<lanes>many").replace("evolve", "evolv"));
        watch.checkForChange();

        var broken = Objects.requireNonNull(watch.checkForChange());
        assertThatThrownBy(broken::settings)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems()).hasSize(2));
        assertThat(watch.checkForChange()).isNull();
        assertThat(watch.checkForChange()).isNull();

        Sample.write(folder, Sample.XML);
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("meters");
    }

    @Test
    void shouldShowAChangeAgainThatCouldNotBeFollowed() throws Exception {
        var watch = watch(Sample.XML);
        Sample.write(folder, Sample.with("<id>meters", "<id>later"));
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("later");

        watch.repeatChange();
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("later");
        assertThat(watch.checkForChange()).isNull();
    }

    @Test
    void shouldForgetAChangeThatCouldNotBeFollowedAndIsTakenBack() throws Exception {
        var watch = watch(Sample.XML);
        Sample.write(folder, Sample.with("<id>meters", "<id>later"));
        watch.checkForChange();
        watch.checkForChange();
        watch.repeatChange();
        Sample.write(folder, Sample.XML);

        assertThat(watch.checkForChange()).isNull();
        assertThat(watch.checkForChange()).isNull();
    }

    @Test
    void shouldSeeAFileThatIsMissingForAWhile() throws Exception {
        var watch = watch(Sample.XML);
        Files.delete(folder.resolve("config.xml"));
        assertThat(watch.checkForChange()).isNull();
        Sample.write(folder, Sample.XML);
        assertThat(watch.checkForChange()).isNull();

        assertThat(ids(watch.checkForChange())).containsExactly("meters");
    }

    @Test
    void shouldSeeIncludedFilesComeChangeAndGo() throws Exception {
        Files.writeString(folder.resolve("id"), "own");
        Files.createDirectory(folder.resolve("routes"));
        var watch = watch(INCLUDING);

        Files.writeString(folder.resolve("routes/a.xml"), route("first"));
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("own", "first");

        Files.writeString(folder.resolve("routes/a.xml"), route("second"));
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("own", "second");

        Files.delete(folder.resolve("routes/a.xml"));
        watch.checkForChange();
        assertThat(ids(watch.checkForChange())).containsExactly("own");
    }

    @Test
    void shouldSeeWhatFilesOfReferencesHold() throws Exception {
        Files.createDirectory(folder.resolve("routes"));
        Files.writeString(folder.resolve("id"), "old");
        var watch = watch(INCLUDING);

        Files.writeString(folder.resolve("id"), "new");
        watch.checkForChange();

        assertThat(ids(watch.checkForChange())).containsExactly("new");
    }

    /** A mounted configuration map: files are links through {@code ..data}, which is replaced as a whole. */
    @Test
    void shouldFollowLinksThatAreReplaced() throws Exception {
        var mount = Files.createDirectory(folder.resolve("mount"));
        publish(mount, "..2026_1", Sample.XML);
        Files.createSymbolicLink(mount.resolve("config.xml"), Path.of("..data", "config.xml"));
        var file = mount.resolve("config.xml");
        var watch =
                new ConfigurationWatch(Sample.reader(), file, Sample.reader().snapshot(file));
        assertThat(watch.checkForChange()).isNull();

        publish(mount, "..2026_2", Sample.with("<id>meters", "<id>other"));
        watch.checkForChange();

        assertThat(ids(watch.checkForChange())).containsExactly("other");
        publish(mount, "..2026_3", Sample.with("<id>meters", "<id>other"));
        watch.checkForChange();
        assertThat(watch.checkForChange()).isNull();
    }

    private static void publish(Path mount, String version, String xml) throws IOException {
        Files.writeString(Files.createDirectory(mount.resolve(version)).resolve("config.xml"), xml);
        var next = Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of(version));
        Files.move(next, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    private ConfigurationWatch watch(String xml) {
        var file = Sample.write(folder, xml);
        return new ConfigurationWatch(Sample.reader(), file, Sample.reader().snapshot(file));
    }

    private static List<String> ids(@Nullable ConfigurationSnapshot reading) throws ConfigurationException {
        return Objects.requireNonNull(reading).settings().routes().stream()
                .map(RouteSettings::id)
                .toList();
    }

    private static String route(String id) {
        return """
                <route>
                  <id>%s</id>
                  <mqtt-topic-filters><mqtt-topic-filter>a/b</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="included" sub-table="i_${mqtt-topic}">
                    <column name="v" type="DOUBLE" value="${payload:/v}"/>
                    <tag name="topic" type="VARCHAR(9)" value="${mqtt-topic}"/>
                  </table>
                </route>""".formatted(id);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c1 --rounds 9                                 | c1 --rounds 9",
                "c1 --password geheim                          | c1 --password ...",
                "c1 --password=geheim                          | c1 --password=...",
                "c1 --password --smoke                         | c1 --password --smoke",
                "c1 --set password=geheim                      | c1 --set password=...",
                "c1 --set password=g;h                         | c1 --set password=...",
                "c1 --set x.group.a.password=g,h               | c1 --set x.group.a.password=...",
                "--tdengine jdbc:TAOS-WS://h:6041?token=geheim | --tdengine jdbc:TAOS-WS://h:6041?token=...",
                "--jdbc jdbc:x://u:geheim@h:1/d?password=g&a=b | --jdbc jdbc:x://u:...@h:1/d?password=...&a=b",
                "--jdbc jdbc:oracle:thin:u/geheim@h:1521/d     | --jdbc jdbc:oracle:thin:u/...@h:1521/d",
                "--jdbc jdbc:sqlserver://h;user=u;pwd=geheim;a | --jdbc jdbc:sqlserver://h;user=u;pwd=...;a"
            })
    void shouldLeaveOutWhatIsSecret(String arguments, String shown) {
        assertThat(CommandText.of("run", List.of(arguments.split(" ")))).isEqualTo("run " + shown);
    }
}

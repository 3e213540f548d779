// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TdengineUrlTest {

    /** Without one the driver would take that of HTTP. */
    @Test
    void shouldGiveEachEndpointItsPort() {
        assertThat(TdengineUrl.endpoints("jdbc:TAOS-WS://td1,td2:7041,[::1]/?httpPoolSize=2", false))
                .containsExactly(
                        "jdbc:TAOS-WS://td1:6041/?httpPoolSize=2",
                        "jdbc:TAOS-WS://td2:7041/?httpPoolSize=2",
                        "jdbc:TAOS-WS://[::1]:6041/?httpPoolSize=2");
        assertThat(TdengineUrl.endpoints("jdbc:TAOS-WS://gw,td2:7041,[::1]", true))
                .containsExactly("jdbc:TAOS-WS://gw:443", "jdbc:TAOS-WS://td2:7041", "jdbc:TAOS-WS://[::1]:443");
    }

    @Test
    void shouldCallAPeerByTheHostAndPortThatItsEndpointHas() {
        assertThat(TdengineUrl.endpoints("jdbc:TAOS-WS://gw,[::1]:6041/?httpPoolSize=2", true))
                .extracting(TdengineUrl::peer)
                .containsExactly("gw:443", "[::1]:6041");
    }

    @ParameterizedTest
    @ValueSource(strings = {"taos_adapter", "td1,taos_adapter", "-td", "td.-x"})
    void shouldRefuseAHostThatTheDriverCanNotRead(String hosts) {
        assertThat(TdengineUrl.objection("jdbc:TAOS-WS://" + hosts).orElseThrow())
                .contains("for which the driver would connect to 127.0.0.1", "give it another name");
    }

    @ParameterizedTest
    @CsvSource({
        "bearerToken, use <token>", "token, use <token>",
        "adapterHA, write several hosts with commas", "slaveClusterHost, write several hosts with commas"
    })
    void shouldNameTheElementForAParameter(String parameter, String remedy) {
        assertThat(TdengineUrl.objection("jdbc:TAOS-WS://td1:6041/?" + parameter + "=x"))
                .hasValue("must not have the parameter " + parameter + ": " + remedy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retryTimes=3",
                "timezone=UTC",
                "dbname=x",
                "app_name=me",
                "conmode=1",
                "endpoints=td2:6041",
                "host=td2",
                "varcharAsString=true",
                "RETRYTIMES=1"
            })
    void shouldRefuseParametersThatItDoesNotKnowAsHarmless(String parameter) {
        assertThat(TdengineUrl.objection("jdbc:TAOS-WS://td1:6041/?httpPoolSize=20&" + parameter))
                .hasValue("must not have the parameter " + parameter.replaceAll("=.*", "")
                        + ": the extension sets the driver's parameters; only app_ip, httpPoolSize are allowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "td1",
                "td-1.example.org:6041",
                "10.0.0.1:6041",
                "[::1]:6041",
                "td1/?httpPoolSize=20&app_ip=10.0.0.2"
            })
    void shouldTakeHostsAddressesAndHarmlessParameters(String rest) {
        assertThat(TdengineUrl.objection("jdbc:TAOS-WS://" + rest)).isEmpty();
    }
}

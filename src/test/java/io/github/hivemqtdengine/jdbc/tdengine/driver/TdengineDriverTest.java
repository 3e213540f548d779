// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.taosdata.jdbc.utils.JsonUtil;
import java.util.List;
import org.junit.jupiter.api.Test;

class TdengineDriverTest {

    /** Parameters of a connection, as a version of the driver may have them. */
    public static final class Parameters {

        public String getUser() {
            return "root";
        }

        public String getPassword() {
            return "taosdata";
        }

        public String getCloudToken() {
            return "cloud-token";
        }

        public String getBearerToken() {
            return "bearer-token";
        }
    }

    @Test
    void shouldMaskTheSecretsOfTheClassThatTheDriverHas() throws Exception {
        TdengineDriver.maskSecrets(List.of("of.another.Version", Parameters.class.getName()));

        assertThat(JsonUtil.getObjectMapper().writeValueAsString(new Parameters()))
                .isEqualTo("{\"user\":\"root\"}");
    }

    @Test
    void shouldRefuseADriverWhoseParametersAreUnknown() {
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> TdengineDriver.maskSecrets(List.of("of.no.Version", "of.another.Version")))
                .withMessage("of.no.Version or of.another.Version");
    }
}

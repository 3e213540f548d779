package io.github.hivemqtdengine.jdbc;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.taosdata.jdbc.rs.ConnectionParam;
import com.taosdata.jdbc.utils.JsonUtil;

/** Masking of passwords and tokens in the connection parameters that TDengine's driver logs as JSON at level DEBUG. */
final class DriverSecrets {

    private DriverSecrets() {}

    static void hide() {
        JsonUtil.getObjectMapper().addMixIn(ConnectionParam.class, WithoutSecrets.class);
    }

    @JsonIgnoreProperties({"password", "cloudToken"})
    private interface WithoutSecrets {}
}

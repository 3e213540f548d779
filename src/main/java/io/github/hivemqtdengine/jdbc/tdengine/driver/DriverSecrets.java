package io.github.hivemqtdengine.jdbc.tdengine.driver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.taosdata.jdbc.rs.ConnectionParam;
import com.taosdata.jdbc.utils.JsonUtil;

/** Masking of passwords and tokens in the connection parameters that TDengine's driver logs as JSON at level DEBUG. */
public final class DriverSecrets {

    private DriverSecrets() {}

    public static void hide() {
        JsonUtil.getObjectMapper().addMixIn(ConnectionParam.class, WithoutSecrets.class);
    }

    @JsonIgnoreProperties({"password", "cloudToken"})
    private interface WithoutSecrets {}
}
